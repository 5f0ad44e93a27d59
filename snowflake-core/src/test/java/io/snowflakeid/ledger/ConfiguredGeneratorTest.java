package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.ClockPolicy;
import io.snowflakeid.DecodedId;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators as settings describe them, and what their users share. */
class ConfiguredGeneratorTest {

    private TestDatabase database;

    @BeforeEach
    void open() {
        database = TestDatabase.h2("c" + UUID.randomUUID().toString().replace("-", ""));
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private static final Map<String, Object> BEANS = new HashMap<>();

    private static Object bean(String name) {
        Object bean = BEANS.get(name);
        if (bean == null) {
            throw new IllegalArgumentException("there is no bean '" + name + "'");
        }
        return bean;
    }

    private static ConfiguredGenerator on(Map<String, ?> settings) {
        return ConfiguredGenerator.open(settings, "x.", ConfiguredGeneratorTest::bean);
    }

    private Map<String, Object> address(Object... namesAndValues) {
        return with(
                Map.of(
                        "ledger",
                        database.url(),
                        "ledger.user",
                        database.user(),
                        "ledger.password",
                        "",
                        "ledger.scope",
                        "shared"),
                namesAndValues);
    }

    private static Map<String, Object> with(Map<String, Object> settings, Object... namesAndValues) {
        Map<String, Object> all = new HashMap<>(settings);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    /** Of a ledger that is never asked. */
    private static void assertRefused(String message, Map<String, ?> settings) {
        assertThatThrownBy(() -> on(settings).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static void assertRefused(List<String> parts, Map<String, ?> settings) {
        assertThatThrownBy(() -> on(settings).close())
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .containsSubsequence(parts);
    }

    private static DecodedId id(IdGenerator ids) {
        return ids.layout().decode(ids.nextId());
    }

    private List<WorkerEntry> workers(String namespace) {
        return JdbcWorkerLedger.stored(database.dataSource(), namespace).build().workers();
    }

    // ---- where the ledger is

    @Test
    void anAddressIsEnough() {
        try (ConfiguredGenerator ids = on(address("namespace", "game"))) {
            assertThat(id(ids).worker()).isZero();
            assertThat(workers("game")).singleElement().extracting("datacenter").isEqualTo(0L);
        }
        assertThat(workers("game")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    @Test
    void aDataSourceMayBeAnObjectOrHaveAName() {
        BEANS.put("ledgerPool", database.dataSource());
        for (Object ledger : List.of(database.dataSource(), "ledgerPool")) {
            try (ConfiguredGenerator ids = on(Map.of("ledger", ledger, "ledger.scope", "shared"))) {
                assertThat(ids.nextId()).isPositive();
            }
        }
        assertThat(workers("default")).hasSize(1);
    }

    @Test
    void aNameThatNothingHasIsRefused() {
        assertRefused("x.ledger: there is no bean 'nobody'", Map.of("ledger", "nobody", "ledger.scope", "shared"));
        BEANS.put("text", "no pool");
        assertRefused(
                "x.ledger: 'text' is a java.lang.String, needed is a javax.sql.DataSource",
                Map.of("ledger", "text", "ledger.scope", "shared"));
        assertRefused(
                "x.ledger must not be blank: give it a value, or leave it out",
                Map.of("ledger", " ", "ledger.scope", "shared"));
    }

    @Test
    void anAddressOfAnotherDriverIsRefusedWithoutItsSecrets() {
        Map<String, ?> settings =
                Map.of("ledger", "jdbc:oracel://me:secret@host/db?password=secret", "ledger.scope", "shared");
        assertThatThrownBy(() -> on(settings).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "x.ledger: the address jdbc:oracel://host/db is none of jdbc:mysql:",
                        "correct it",
                        "builds a data source")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aDataSourceHasItsOwnUser() {
        assertRefused(
                List.of("x.ledger.user belongs to a jdbc: address", "x.ledger is a data source", "remove it"),
                Map.of("ledger", database.dataSource(), "ledger.user", "me", "ledger.scope", "shared"));
    }

    @Test
    void anAddressThatDoesNotAnswerLeavesNothingOpen() throws SQLException {
        database.execute("SELECT 1"); // H2 makes a database for whoever comes first
        Map<String, Object> wrong = address("ledger.user", "stranger");
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> on(wrong).close()).isInstanceOf(WorkerLedgerException.class);
        }
        try (ConfiguredGenerator ids = on(address())) {
            assertThat(ids.nextId()).isPositive();
        }
    }

    // ---- which scope

    @Test
    void aScopeIsAskedFor() {
        assertRefused(
                List.of(
                        "x.ledger.scope is missing",
                        "merged?",
                        "all of them",
                        "this ledger, set x.ledger.scope=shared",
                        "each has a ledger of its own, set x.ledger.scope=datacenter",
                        "x.datacenter to a number that no other ledger has"),
                Map.of("ledger", database.url()));
        assertRefused(
                "x.ledger.scope must be shared or datacenter, but is 'own'",
                Map.of("ledger", database.url(), "ledger.scope", "own"));
    }

    @Test
    void aLedgerMayOwnADatacenter() {
        try (ConfiguredGenerator ids =
                on(address("ledger.scope", "Datacenter", "datacenter", "7", "layout", "game_servers"))) {
            assertThat(id(ids).datacenter()).isEqualTo(7);
        }
        assertThatThrownBy(() -> on(address("layout", "GAME_SERVERS")).close())
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining("datacenter 7");
    }

    @Test
    void regionsMayShareALedger() {
        try (ConfiguredGenerator one = on(address("layout", "TWITTER", "datacenter", 3));
                ConfiguredGenerator other = on(address("layout", "TWITTER", "datacenter", 4))) {
            assertThat(id(one).datacenter()).isEqualTo(3);
            assertThat(id(other).datacenter()).isEqualTo(4);
        }
    }

    @Test
    void theNumberOfAnOwnedDatacenterIsAskedFor() {
        assertRefused(
                List.of(
                        "x.datacenter is missing",
                        "x.ledger.scope=datacenter",
                        "no other has",
                        "0 to 4095 with layout " + SnowflakeLayout.GAME_SERVERS.spec()),
                address("ledger.scope", "datacenter", "layout", "GAME_SERVERS"));
    }

    @Test
    void aLayoutWithoutNumbersIsNamedBeforeANumberIsAskedFor() {
        assertRefused(
                List.of(
                        "x.layout " + SnowflakeLayout.DEFAULT.spec() + " has no datacenter bits",
                        "x.ledger.scope=datacenter",
                        "set it to a layout such as GAME_SERVERS",
                        "x.datacenter to a number that no other ledger has",
                        "or take shared"),
                address("ledger.scope", "datacenter"));
    }

    @Test
    void aNumberThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> on(address("ledger.scope", "datacenter", "datacenter", 7))
                        .close())
                .hasMessageStartingWith("x.datacenter: layout " + SnowflakeLayout.DEFAULT.spec()
                        + " has no datacenter bits, so a ledger cannot own datacenter 7");
        assertThatThrownBy(
                        () -> on(address("layout", "TWITTER", "datacenter", 32)).close())
                .hasMessageStartingWith("x.datacenter: datacenter id 32 does not fit into 5 bits (0..31)");
    }

    // ---- what contradicts

    @Test
    void aWorkerOrAFileBesideALedgerIsRefused() {
        assertRefused(
                "x.worker and x.ledger contradict each other, as a ledger chooses the worker: remove one or the other",
                address("worker", 1));
        assertRefused(
                List.of(
                        "x.file and x.ledger contradict each other",
                        "a ledger keeps the window in its database",
                        "a file that of a fixed worker",
                        "remove one or the other"),
                address("file", "w"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ledger.create-tables",
                "ledger.password",
                "ledger.renew-every",
                "ledger.scope",
                "ledger.user",
                "ledger.window"
            })
    void aPartOfALedgerWithoutOneIsRefused(String part) {
        assertRefused(
                List.of(
                        "x.ledger is missing beside x." + part + ":",
                        "set it to the data source or the jdbc: address",
                        "or remove x." + part),
                Map.of("worker", 1, part, "1"));
    }

    @Test
    void neitherWorkerNorLedgerIsRefused() {
        assertRefused(
                List.of(
                        "x.worker or x.ledger is missing",
                        "a worker id that no other process uses",
                        "0 to 1023 with layout " + SnowflakeLayout.DEFAULT.spec(),
                        "one of env:NAME, sysprop:NAME, statefulset:NAME, statefulset:NAME+OFFSET, ipv4:SUBNET",
                        "or the second to the database"),
                Map.of());
    }

    @Test
    void anUnknownNameIsRefused() {
        assertRefused(
                List.of(
                        "unknown setting x.ledger.windwo,",
                        "known are x.clock-policy, x.datacenter, x.epoch, x.file, x.layout, x.ledger,",
                        "x.ledger.create-tables, x.ledger.password, x.ledger.renew-every, x.ledger.scope,",
                        "x.ledger.user, x.ledger.window, x.max-leap, x.max-wait, x.namespace, x.run-ahead, x.worker"),
                address("ledger.windwo", "2m"));
    }

    // ---- how long

    @ParameterizedTest
    @CsvSource({
        "2m, PT2M",
        "' 20s ', PT20S",
        "20 s, PT20S",
        "1500ms, PT1.5S",
        "7ms, PT0.007S",
        "1h, PT1H",
        "PT90S, PT1M30S",
        "pt2m, PT2M"
    })
    void durationsAreReadInBothForms(String text, Duration duration) {
        assertThat(new SettingValues(Map.of("max-wait", text), "x."::concat, FakeSurroundings.none())
                        .duration("max-wait"))
                .hasValue(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"120", "2 minutes", "2m30s", "-2m", "1.5s"})
    void otherDurationsAreRefused(String text) {
        assertRefused(
                "x.ledger.window must be a duration such as 2m, 20s, 500ms or PT2M, but is '" + text + "'",
                address("ledger.window", text));
    }

    @Test
    void durationsThatContradictEachOtherAreRefused() {
        assertRefused(
                "x.ledger.window: window must be at least 3 ticks of 1 ms, but is PT0.002S",
                address("ledger.window", "2ms"));
        assertRefused(
                List.of(
                        "x.ledger.renew-every: renewEvery must be",
                        "more than 0",
                        "at most half the window of PT2M",
                        "but is PT1M1S"),
                address("ledger.renew-every", "61s"));
        assertRefused(
                "x.ledger.window: window must be at least 3 ticks of 1 ms, but is PT0.002S",
                address("ledger.window", "2ms", "ledger.renew-every", "1s"));
        assertRefused("x.max-wait: maxWait must be between 1 ms and 1 day, but is PT0S", address("max-wait", "0s"));
        assertRefused(
                "x.max-wait: maxWait must be between 1 ms and 1 day, but is PT0S",
                Map.of("worker", 1, "max-wait", "0s"));
    }

    @Test
    void anOddNamespaceIsRefused() {
        assertRefused(
                "x.namespace: namespace must be 1 to 64 of letters, digits and _ . : -, but is 'two words'",
                address("namespace", "two words"));
    }

    @Test
    void whatIsNotGivenIsAsInCode() {
        DataSource dataSource = database.dataSource();
        GeneratorConfig config = GeneratorConfig.parse(
                Map.of("ledger", dataSource, "ledger.scope", "shared"), "x."::concat, ConfiguredGeneratorTest::bean);
        Duration renewEvery = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource)
                .build()
                .renewEvery();
        assertThat(config.terms((JdbcWorkerLedger) config.ledger()))
                .containsEntry("layout", SnowflakeLayout.DEFAULT.spec())
                .containsEntry("ledger.create-tables", true)
                .containsEntry("ledger.renew-every", renewEvery)
                .containsEntry("ledger.window", renewEvery.multipliedBy(6));
        assertThat(config)
                .isEqualTo(new GeneratorConfig(
                        config.ledger(),
                        ClockPolicy.rideThrough(),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(10)));
    }

    @Test
    void missingTablesAreReportedIfTheyMustNotBeCreated() {
        assertThatThrownBy(() -> on(address("ledger.create-tables", "false")).close())
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining("creating them is switched off");
        assertRefused(
                "x.ledger.create-tables must be true or false, but is 'no'", address("ledger.create-tables", "no"));
    }

    // ---- who shares

    @Test
    void usersOfOneLedgerShareAWorkerUntilTheLastIsClosed() {
        ConfiguredGenerator one = on(address());
        ConfiguredGenerator other = on(address("ledger.window", "120s", "max-wait", "PT2S"));
        assertThat(id(other).worker()).isEqualTo(id(one).worker());
        assertThat(workers("default")).hasSize(1);

        one.close();
        one.close(); // counts once
        assertThat(other.nextId()).isPositive();
        assertThatThrownBy(one::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this user of a shared generator is closed: take ids before it is closed");

        other.close();
        assertThatThrownBy(other::nextId).isInstanceOf(NoIdAvailableException.class);
        assertThatThrownBy(one::nextId).isInstanceOf(NoIdAvailableException.class);
        assertThat(workers("default")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    @Test
    void aLedgerMayBeOpenedAgain() {
        long first;
        try (ConfiguredGenerator ids = on(address())) {
            first = ids.nextId();
        }
        try (ConfiguredGenerator ids = on(address())) {
            assertThat(ids.nextId()).isGreaterThan(first);
        }
    }

    @Test
    void namespacesAndOtherDataSourcesAreNotShared() {
        try (ConfiguredGenerator one = on(address());
                ConfiguredGenerator reports = on(address("namespace", "reports"));
                ConfiguredGenerator pool = on(Map.of("ledger", database.dataSource(), "ledger.scope", "shared"))) {
            assertThat(workers("reports")).hasSize(1);
            assertThat(id(reports).worker()).isZero();
            assertThat(id(pool).worker()).isNotEqualTo(id(one).worker());
        }
    }

    @Test
    void usersWhoDisagreeAreRefusedNamingTheFirst() {
        try (ConfiguredGenerator first =
                ConfiguredGenerator.open(address("ledger.window", "1m"), "first.", ConfiguredGeneratorTest::bean)) {
            assertThatThrownBy(() -> on(address("max-wait", "1s")).close())
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .containsSubsequence(
                            "x.ledger.renew-every=PT20S, x.ledger.window=PT2M, x.max-wait=PT1S",
                            "ledger 'default' (shared, datacenter 0) has one generator in this process",
                            "thread " + Thread.currentThread().getName() + " at ",
                            "opened with first.ledger.renew-every=PT10S, first.ledger.window=PT1M, first.max-wait=PT2S",
                            "give all the same")
                    .containsPattern(" at [-0-9T:.Z]+ opened");
            assertThatThrownBy(() -> on(address("ledger.window", "1m", "layout", "TWITTER"))
                            .close())
                    .hasMessageStartingWith("x.layout=" + SnowflakeLayout.TWITTER.spec() + ", but ledger 'default'");
            assertThat(first.nextId()).isPositive();
        }
        try (ConfiguredGenerator ids = on(address("max-wait", "1s"))) {
            assertThat(ids.nextId()).isPositive(); // those who were refused did not count
        }
    }

    @Test
    void usersMayComeAndGoAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Long>> ids = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                ids.add(threads.submit(() -> {
                    try (ConfiguredGenerator user = on(address())) {
                        return user.nextId();
                    }
                }));
            }
            List<Long> all = new ArrayList<>();
            for (Future<Long> id : ids) {
                all.add(id.get());
            }
            assertThat(all).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
        assertThat(workers("default")).allMatch(worker -> worker.state() == WorkerEntry.State.FREE);
    }

    // ---- a fixed worker

    @Test
    void aFixedWorkerIsClaimedOnce() {
        Map<String, Object> settings = Map.of("worker", 9, "namespace", "configured", "max-wait", "5s");
        try (ConfiguredGenerator ids = on(settings)) {
            assertThat(id(ids).worker()).isEqualTo(9);
            assertThat(ids.reserve(3).remaining()).isEqualTo(3);
            assertThatThrownBy(() -> on(settings).close())
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContaining("is already claimed in this process");
        }
    }

    @Test
    void genesArePassedOn() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT.withGene(6);
        try (ConfiguredGenerator ids = on(address("layout", layout.spec()))) {
            assertThat(layout.geneIn(ids.nextId(5))).isEqualTo(5);
        }
    }
}
