package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.GeneratorListener;
import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.GeneratorConfig.Setting;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Ledgers and generators as settings describe them, for who builds generators himself. */
class GeneratorConfigTest {

    private TestDatabase database;

    @BeforeEach
    void open() {
        database = TestDatabase.h2("l" + UUID.randomUUID().toString().replace("-", ""));
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private static String asWritten(String name) {
        return "snowflake." + (name.equals("ledger") ? "ledger.data-source" : name);
    }

    private static GeneratorConfig read(Map<String, ?> settings) {
        return GeneratorConfig.parse(settings, GeneratorConfigTest::asWritten, name -> {
            throw new IllegalArgumentException("there is no bean '" + name + "'");
        });
    }

    private static Map<String, Object> settings(Object... namesAndValues) {
        Map<String, Object> all = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    private static Map<String, Object> worker(Object... namesAndValues) {
        Map<String, Object> all = settings(namesAndValues);
        all.put("worker", 3);
        all.put("namespace", "configured-ledger");
        return all;
    }

    private static void assertRefused(String message, Map<String, ?> settings) {
        assertThatThrownBy(() -> read(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static void assertRefused(List<String> parts, Map<String, ?> settings) {
        assertThatThrownBy(() -> read(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .containsSubsequence(parts);
    }

    // ---- the parts

    @Test
    void aListenerMayBeAddedAndNothingIsSharedOrAskedBefore() {
        DataSource dataSource = database.dataSource();
        Map<String, Object> settings = settings("ledger", dataSource, "ledger.scope", "shared", "max-wait", "1s");
        List<Long> granted = Collections.synchronizedList(new ArrayList<>());
        GeneratorListener listener = new GeneratorListener() {
            @Override
            public void acquired(long datacenter, long worker, Instant until) {
                granted.add(worker);
            }
        };
        GeneratorConfig one = read(settings);
        assertThat(one.ledger()).isInstanceOf(JdbcWorkerLedger.class);
        assertThatThrownBy(() -> JdbcWorkerLedger.stored(dataSource, "default"))
                .hasMessageStartingWith("no ledger could be read there");
        try (SnowflakeIdGenerator ids = one.generator().listener(listener).build();
                SnowflakeIdGenerator others =
                        read(settings).generator().listener(listener).build()) {
            assertThat(ids.nextId()).isNotEqualTo(others.nextId());
        }
        assertThat(granted).containsExactlyInAnyOrder(0L, 1L);
    }

    @Test
    void aFixedWorkerIsClaimedWhenItsGeneratorIsBuilt() {
        GeneratorConfig one = read(worker());
        GeneratorConfig other = read(worker());
        assertThat(other.ledger().describe()).isEqualTo(one.ledger().describe());
        try (SnowflakeIdGenerator ids = one.generator().build()) {
            assertThat(ids.status().worker()).isEqualTo(3);
            assertThatThrownBy(() -> other.generator().build()).hasMessageContaining("is already claimed");
        }
    }

    @Test
    void aLedgerThatIsThereTakesTheGeneratorsSettingsAlone() {
        FixedWorkerLedger mine =
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 9).inNamespace("handed-over");
        Map<String, Object> settings =
                settings("clock-policy", "tiered", "max-wait", "1s", "max-leap", "1h", "run-ahead", "0ms");
        GeneratorConfig read = GeneratorConfig.on(mine, settings, GeneratorConfigTest::asWritten);
        assertThat(read.ledger()).isSameAs(mine);
        try (SnowflakeIdGenerator ids = read.generator().build()) {
            assertThat(ids.status().clockPolicy()).hasToString("tiered(3 ms, 100 ms, 5000 ms)");
        }
        assertThatThrownBy(() -> GeneratorConfig.on(mine, settings("layout", "TWITTER"), "x."::concat))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "x.layout contradicts the ledger that is handed over",
                        "fixed worker 9 of datacenter 0 in namespace 'handed-over'",
                        "its layout and its workers already",
                        "remove one or the other");
        assertThatThrownBy(() -> GeneratorConfig.on(mine, settings("lay-out", "TWITTER"), "x."::concat))
                .hasMessageStartingWith("unknown setting x.lay-out, known are x.clock-policy, ");
    }

    // ---- as the reader writes them

    @Test
    void theReferencePageShowsEachWithItsDefault() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("../docs/settings.md"));
        for (Setting setting : Setting.values()) {
            assertThat(rows)
                    .anySatisfy(row -> assertThat(row)
                            .startsWith("| `")
                            .contains("`" + setting.key + "`")
                            .contains(setting.byDefault));
        }
    }

    @Test
    void messagesNameSettingsAsTheReaderWritesThem() {
        assertRefused(
                List.of(
                        "snowflake.worker and snowflake.ledger.data-source contradict each other",
                        "a ledger chooses the worker",
                        "remove one or the other"),
                worker("ledger", "main"));
        assertRefused(
                "snowflake.ledger.data-source: there is no bean 'main'",
                settings("ledger", "main", "ledger.scope", "shared"));
        assertRefused(
                List.of(
                        "snowflake.ledger.data-source is missing beside snowflake.ledger.scope",
                        "set it to the data source or the jdbc: address",
                        "or remove snowflake.ledger.scope"),
                worker("ledger.scope", "shared"));
        assertThatThrownBy(() -> read(settings("wroker", 1)))
                .hasMessageStartingWith("unknown setting snowflake.wroker, known are snowflake.clock-policy, ")
                .hasMessageContaining(", snowflake.ledger.data-source, snowflake.ledger.create-tables, ");
    }

    // ---- the clock

    @ParameterizedTest
    @CsvSource({
        "ride-through, rideThrough",
        "refuse, refuse",
        "REFUSE, refuse",
        "' tiered ', 'tiered(3 ms, 100 ms, 5000 ms)'",
        "Ride-Through, rideThrough",
        "Tiered:0ms/1s/PT1M, 'tiered(0 ms, 1000 ms, 60000 ms)'",
        "tiered:0ms/1s/PT1M, 'tiered(0 ms, 1000 ms, 60000 ms)'"
    })
    void clockPoliciesAreReadByTheirNames(String text, String policy) {
        try (SnowflakeIdGenerator ids =
                read(worker("clock-policy", text)).generator().build()) {
            assertThat(ids.status().clockPolicy()).hasToString(policy);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rideThrough", "tiered:", "tiered:3ms/100ms", "tiered:1s/1s/1s/1s", "refused"})
    void otherClockPoliciesAreRefused(String text) {
        assertRefused(
                List.of(
                        "snowflake.clock-policy must be ride-through, refuse, tiered",
                        "what to sleep, to stay and to refuse at most, tiered:3ms/100ms/5s",
                        "but is '" + text + "'"),
                worker("clock-policy", text));
    }

    @Test
    void durationsOutOfRangeAreRefusedByTheirSetting() {
        assertRefused(
                "snowflake.clock-policy: stay must be between PT3S and PT24H, but is PT1S",
                worker("clock-policy", "tiered:3s/1s/5s"));
        assertRefused(
                "snowflake.clock-policy must be a duration such as 2m, 20s, 500ms or PT2M, but is 'x'",
                worker("clock-policy", "tiered:3s/x/5s"));
        assertRefused(
                "snowflake.max-leap: maxLeap must be between 1 s and 365 days, but is PT0.5S",
                worker("max-leap", "500ms"));
        assertRefused(
                List.of(
                        "snowflake.run-ahead: runAhead must be between 0 and 10 ms",
                        "layout " + SnowflakeLayout.DEFAULT.spec(),
                        "but is PT0.011S"),
                worker("run-ahead", "11ms"));
    }

    @Test
    void sharersAgreeOnThem() {
        Map<String, Object> settings = settings("ledger", database.dataSource(), "ledger.scope", "shared");
        Map<String, Object> other = new HashMap<>(settings);
        other.putAll(settings("clock-policy", "refuse", "max-leap", "1h", "run-ahead", "0ms", "epoch", "2024-01-01"));
        try (ConfiguredGenerator first = ConfiguredGenerator.open(settings, "first.", name -> name)) {
            assertThat(first.nextId()).isPositive();
            assertThatThrownBy(() -> ConfiguredGenerator.open(other, "x.", name -> name))
                    .message()
                    .containsSubsequence(
                            "x.layout=41x1ms/0/10/12@2024-01-01T00:00:00Z, x.clock-policy=refuse, x.max-leap=PT1H,"
                                    + " x.run-ahead=PT0S",
                            "ledger 'default' (shared, datacenter 0) has one generator in this process",
                            "opened with first.layout=" + SnowflakeLayout.DEFAULT.spec() + ", ",
                            "first.clock-policy=rideThrough, first.max-leap=PT10S, first.run-ahead=PT0.01S",
                            "give all the same");
        }
    }

    // ---- the epoch

    @ParameterizedTest
    @CsvSource({
        ", 2026-01-01, 41x1ms/0/10/12@2026-01-01T00:00:00Z",
        "game_servers, 2026-01-01T12:00:00.5Z, 41x1ms/12/0/10@2026-01-01T12:00:00.500Z",
        "TWITTER, 2026-01-01T02:00:00+02:00, 41x1ms/5/5/12@2026-01-01T00:00:00Z",
        "41x1ms/region:3/8/11, 2026-01-01, 41x1ms/region:3/8/11@2026-01-01T00:00:00Z"
    })
    void anEpochReplacesTheLayouts(String layout, String epoch, String spec) {
        Map<String, Object> settings = settings("worker", 0, "epoch", epoch, "layout", layout);
        assertThat(read(settings).ledger().layout().spec()).isEqualTo(spec);
    }

    @Test
    void widthsWithoutAnEpochAreToldTheForm() {
        assertThatThrownBy(() -> read(worker("layout", "41x1ms/0/10/12")))
                .hasMessageStartingWith("snowflake.layout: layout '41x1ms/0/10/12' is neither DEFAULT, ")
                .hasMessageContaining(" nor of the form 41x1ms/0/10/12@2010-11-04T01:42:54.657Z ");
    }

    @Test
    void oneEpochIsEnough() {
        assertRefused(
                List.of(
                        "snowflake.epoch and snowflake.layout contradict each other",
                        "layout 41x1ms/0/10/12@2025-01-01T00:00:00Z has an epoch",
                        "remove one or the other"),
                worker("layout", "41x1ms/0/10/12@2025-01-01T00:00:00Z", "epoch", "2026-01-01"));
    }

    @Test
    void oddEpochsAreRefused() {
        for (String odd : List.of("2026", "yesterday", "2026-02-30", "2026-01-01T00:00:00", "1767225600000")) {
            assertRefused(
                    List.of(
                            "snowflake.epoch must be an instant such as 2026-01-01T00:00:00Z, or a date",
                            "midnight in UTC",
                            "but is '" + odd + "'"),
                    worker("epoch", odd));
        }
        assertThatThrownBy(() -> read(worker("epoch", "2026-01-01T00:00:00.0001Z")))
                .hasMessageStartingWith("snowflake.epoch: epoch must be whole milliseconds");
        assertThatThrownBy(() -> read(worker("layout", "DEFUALT", "epoch", "2026-01-01")))
                .hasMessageStartingWith("snowflake.layout: layout 'DEFUALT@");
    }

    // ---- routers

    /** As an application writes it. */
    private static final class TenantDataSource extends AbstractRoutingDataSource {
        @Override
        protected Object determineCurrentLookupKey() {
            return "a";
        }
    }

    @Test
    void aRouterOfSpringIsRefusedByWhatItExtends() {
        assertRefused(
                List.of(
                        "snowflake.ledger.data-source: a ledger needs a physical data source",
                        TenantDataSource.class.getName() + " routes to many",
                        "pass the pool of one database"),
                settings("ledger", new TenantDataSource(), "ledger.scope", "shared"));
    }

    @Test
    void aProxyThatSaysItWrapsOneIsRefusedToo() {
        DataSource proxy = (DataSource) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) ->
                        method.getName().equals("isWrapperFor") && arguments[0] == AbstractRoutingDataSource.class);
        assertThatThrownBy(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, proxy))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(" wraps org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource,"
                        + " which routes to many");
    }

    @Test
    void runAheadAndWaitsAreApplied() {
        try (SnowflakeIdGenerator ids =
                read(worker("run-ahead", "0ms", "max-wait", "5s")).generator().build()) {
            long id = ids.nextId();
            assertThat(SnowflakeLayout.DEFAULT.decode(id).timestamp())
                    .isBeforeOrEqualTo(Instant.now().plus(Duration.ofMillis(5)));
            // more than five ticks have: the rest is waited for, where others would run ahead
            IdBatch batch = ids.reserve(5 * 4096);
            long last = id;
            while (batch.remaining() > 0) {
                last = batch.next();
            }
            assertThat(SnowflakeLayout.DEFAULT.decode(last).timestamp())
                    .isBeforeOrEqualTo(Instant.now().plus(Duration.ofMillis(2)));
        }
    }
}
