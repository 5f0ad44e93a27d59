package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.InThreads;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What users of generators that settings describe share. */
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

    private static ConfiguredGenerator on(Map<String, ?> settings) {
        return ConfiguredGenerator.open(settings, "x.", name -> name);
    }

    private Map<String, Object> address(String... namesAndValues) {
        Map<String, Object> all = new HashMap<>(Map.of("ledger.password", "", "ledger.scope", "shared"));
        all.put("ledger", database.url());
        all.put("ledger.user", database.user());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    private static DecodedId id(IdGenerator ids) {
        return ids.layout().decode(ids.nextId());
    }

    private List<WorkerEntry> workers(String namespace) {
        return JdbcWorkerLedger.stored(database.dataSource(), namespace).build().workers();
    }

    private void assertOneFreeWorker() {
        assertThat(workers("default")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    @Test
    void anAddressThatDoesNotAnswerLeavesNothingOpen() throws SQLException {
        database.execute("SELECT 1"); // H2 makes a database for whoever comes first
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> on(address("ledger.user", "stranger")).close())
                    .isInstanceOf(WorkerLedgerException.class);
        }
        try (ConfiguredGenerator ids = on(address())) {
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void regionsMayShareALedger() {
        String layout = SnowflakeLayout.TWITTER.withGene(6).spec();
        try (ConfiguredGenerator one = on(address("layout", layout, "datacenter", "3"));
                ConfiguredGenerator other = on(address("layout", layout, "datacenter", "4"))) {
            assertThat(one.layout().geneIn(one.nextId(5))).isEqualTo(5);
            assertThat(id(one).datacenter()).isEqualTo(3);
            assertThat(id(other).datacenter()).isEqualTo(4);
        }
    }

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
        assertOneFreeWorker();
        try (ConfiguredGenerator again = on(address())) {
            assertThat(again.nextId()).isPositive();
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
                ConfiguredGenerator.open(address("ledger.window", "1m"), "first.", name -> name)) {
            assertThatThrownBy(() -> on(address("max-wait", "1s", "clock-policy", "refuse", "max-leap", "1h"))
                            .close())
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .containsSubsequence(
                            "x.ledger.renew-every=PT20S, x.ledger.window=PT2M, x.max-wait=PT1S, x.clock-policy=refuse, x.max-leap=PT1H",
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
        assertOneFreeWorker(); // those who were refused did not count
    }

    @Test
    void usersMayComeAndGoAtOnce() throws Exception {
        List<Long> ids = InThreads.call(8, 400, () -> {
            try (ConfiguredGenerator user = on(address())) {
                return user.nextId();
            }
        });
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(workers("default")).allMatch(worker -> worker.state() == WorkerEntry.State.FREE);
    }

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
}
