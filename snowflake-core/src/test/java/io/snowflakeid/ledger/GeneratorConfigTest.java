package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.generator.GeneratorListener;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.GeneratorConfig.Setting;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ledgers and generators as settings describe them; nothing is asked of a database before a generator is built. */
class GeneratorConfigTest {

    private static final DataSource NEVER_OPENED =
            TestDatabase.h2("never_opened").dataSource();
    private static final String DEFAULT = SnowflakeLayout.DEFAULT.spec();

    /** A pod with everything that a source may look at. */
    private static final FakeHost POD = new FakeHost()
            .named("orders-3")
            .at("lo", "127.0.0.1", "eth0", "10.1.1.5")
            .variable("WORKER_ID", "21")
            .variable("SERVER_NUMBER", "4001")
            .property("snowflake.worker", "22");

    private static GeneratorConfig read(Map<String, ?> settings) {
        return new SettingsReader(settings, "x."::concat, POD)
                .config(Map.<String, Object>of("pool", NEVER_OPENED, "text", "no pool")::get);
    }

    /** Names and values: {@code "worker=1;layout=TWITTER"}. */
    private static Map<String, Object> settings(String text) {
        Map<String, Object> all = new HashMap<>();
        Stream.of(text.split(";")).map(part -> part.split("=", 2)).forEach(part -> all.put(part[0], part[1]));
        return all;
    }

    private static GeneratorConfig read(String settings) {
        return read(settings(settings));
    }

    private static DataSource newDatabase() {
        return TestDatabase.h2("l" + UUID.randomUUID().toString().replace("-", ""))
                .dataSource();
    }

    // ---- what is read

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "worker=7                                               | fixed worker 7 of datacenter 0 in namespace 'default'",
                "worker=3;datacenter=2;layout=twitter;namespace=game    | fixed worker 3 of datacenter 2 in namespace 'game'",
                "worker=env:WORKER_ID                                   | fixed worker 21 of datacenter 0 in namespace 'default'",
                "worker= env: WORKER_ID                                 | fixed worker 21 of datacenter 0 in namespace 'default'",
                "worker=sysprop:snowflake.worker                        | fixed worker 22 of datacenter 0 in namespace 'default'",
                "worker=statefulset:orders                              | fixed worker 3 of datacenter 0 in namespace 'default'",
                "worker=ipv4:10.1.0.0/22                                | fixed worker 261 of datacenter 0 in namespace 'default'",
                "worker=0;layout=GAME_SERVERS;datacenter=env:SERVER_NUMBER | fixed worker 0 of datacenter 4001 in namespace 'default'",
                "ledger=pool;ledger.scope=shared                        | ledger 'default' (shared)",
                "ledger=pool;ledger.scope=Datacenter;datacenter=7;layout=game_servers;namespace=game | ledger 'game' (datacenter 7)",
                "ledger=jdbc:h2:mem:x;ledger.user=me;ledger.scope=shared;layout=TWITTER;datacenter=3 | ledger 'default' (shared)"
            })
    void workersComeFromWhereTheSettingsSay(String settings, String ledger) {
        assertThat(read(settings).ledger().describe()).isEqualTo(ledger);
    }

    /** As docs/ids.md shows them. */
    @Test
    void aFileIsOfAFixedWorker() {
        String properties = """
                hibernate.snowflake.worker=statefulset:orders
                hibernate.snowflake.file=/data/snowflake-window
                """;
        String settings = properties.replace("hibernate.snowflake.", "").strip().replaceAll("\\s+", ";");
        assertThat(read(settings).ledger().describe())
                .isEqualTo("fixed worker 3 of datacenter 0 in namespace 'default', kept in "
                        + Path.of("/data/snowflake-window").toAbsolutePath());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            epoch=2026-01-01                                        | 41x1ms/0/10/12@2026-01-01T00:00:00Z
            epoch=2026-01-01T12:00:00.5Z;layout=game_servers        | 41x1ms/12/0/10@2026-01-01T12:00:00.500Z
            epoch=2026-01-01T02:00:00+02:00;layout=TWITTER          | 41x1ms/5/5/12@2026-01-01T00:00:00Z
            epoch=2026-01-01;layout=41x1ms/3/8/11                   | 41x1ms/3/8/11@2026-01-01T00:00:00Z
            clock-policy=ride-through                               | rideThrough
            clock-policy=REFUSE                                     | refuse
            clock-policy= tiered                                    | tiered(3 ms, 100 ms, 5000 ms)
            clock-policy=Tiered:0ms/1s/PT1M                         | tiered(0 ms, 1000 ms, 60000 ms)
            max-wait=2m                                             | PT2M
            max-wait= 20 s                                          | PT20S
            max-wait=1500ms                                         | PT1.5S
            max-wait=1h                                             | PT1H
            max-wait=1m30s                                          | PT1M30S
            max-wait=pt2m                                           | PT2M
            """)
    void valuesAreReadInAllTheirForms(String settings, String read) {
        GeneratorConfig config = read(settings + ";worker=0");
        assertThat(List.of(config.ledger().layout().spec(), config.clockPolicy() + "", config.maxWait() + ""))
                .contains(read);
    }

    @Test
    void whatIsNotGivenIsAsInCode() {
        Map<String, Object> settings = settings("ledger.scope=shared");
        settings.put("ledger", NEVER_OPENED);
        GeneratorConfig config = read(settings);
        assertThat(((JdbcWorkerLedger) config.ledger()).settings())
                .isEqualTo(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, NEVER_OPENED)
                        .settings());
        assertThat(config)
                .isEqualTo(new GeneratorConfig(
                        config.ledger(),
                        ClockPolicy.rideThrough(),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(10)));
    }

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

    // ---- what is refused

    /** A tilde stands for a blank that a table would lose. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            wroker=1 | unknown setting x.wroker, known are x.clock-policy, x.datacenter, x.epoch,
            layout=DEFAULT | x.worker or x.ledger is missing: set the first to a worker id that no
            ledger.scope=shared | x.worker or x.ledger is missing
            worker=1;ledger=pool | x.worker contradicts x.ledger, which chooses the worker
            file=w;ledger=pool | x.file contradicts x.ledger, which chooses the worker and keeps its window: remove one
            worker=1;ledger.window=1m | x.ledger.window contradicts x.worker, which needs no ledger: remove one
            worker=one | x.worker: 'one' is no whole number and no source of one: write digits, or one of env:NAME,
            worker=5000 | x.worker: 5000 does not fit into 10 bits (0..1023)
            worker=1;file=  | x.file must not be blank: give it a value, or leave it out
            worker=env: | x.worker: env: is not set: set it to this process's own number
            worker=ipv4:10.1.0.5 | x.worker: '10.1.0.5' is no IPv4 subnet
            worker=statefulset:ip-10-0 | x.worker: host name 'orders-3' is not that of a pod of
            worker=1;namespace=my app | x.namespace: namespace must be 1 to 64 of letters, digits and
            ledger=pool | x.ledger.scope is missing: which databases may ever be merged? If all of
            ledger=pool;ledger.scope=own | x.ledger.scope must be shared or datacenter, but is 'own'
            ledger=text;ledger.scope=shared | x.ledger: 'text' is a java.lang.String, needed is a javax
            ledger=~;ledger.scope=shared | x.ledger must not be blank: give it a value, or leave it
            ledger=pool;ledger.user=me;ledger.scope=shared | x.ledger.user contradicts x.ledger, a data source
            ledger=jdbc:oracel://me:secret@h/d;ledger.scope=shared | x.ledger: no JDBC driver on the class path accepts jdbc:oracel://h/d
            ledger=pool;ledger.scope=shared;ledger.window=2ms | x.ledger.window: window must be at least 3
            ledger=pool;ledger.scope=shared;ledger.window=120 | x.ledger.window must be a duration such as
            ledger=pool;ledger.scope=shared;ledger.create-tables=no | x.ledger.create-tables must be true or false, but is 'no'
            worker=1;layout=TWITER | x.layout: layout 'TWITER' is neither DEFAULT,
            worker=1;layout=TWITER;epoch=2026-01-01 | x.layout: layout 'TWITER@
            worker=1;layout=@DEFAULT@;epoch=2026-01-01 | x.layout: layout '@DEFAULT@@2026-01-01T00:00:00Z' is neither
            worker=1;epoch=2026-02-30 | x.epoch must be an instant such as 2026-01-01T00:00:00Z, or a date
            worker=1;epoch=1767225600000 | x.epoch must be an instant such as 2026-01-01T00:00:00Z, or
            worker=1;epoch=2026-01-01T00:00:00.0001Z | x.epoch: epoch must be whole milliseconds
            ledger=pool;ledger.scope=datacenter;layout=TWITTER | x.datacenter is missing: with x.ledger.scope
            ledger=pool;ledger.scope=datacenter;datacenter=0 | x.datacenter: layout @DEFAULT@ has no datacenter bits, so
            ledger=pool;ledger.scope=datacenter;datacenter=17 | x.datacenter: layout @DEFAULT@ has no datacenter bits, so a ledger cannot own datacenter 17: use
            ledger=pool;ledger.scope=shared;layout=TWITTER;datacenter=32 | x.datacenter: 32 does not fit into 5 bits (0..31)
            worker=0;layout=TWITTER;datacenter=env:SERVER_NUMBER | x.datacenter: env:SERVER_NUMBER is 4001, which does not fit into 5 bits (0..31)
            worker=1;datacenter=region=1 | x.datacenter: 'region=1' is no whole number
            worker=1;max-wait=0s | x.max-wait: maxWait must be between PT0.001S and PT24H, but is PT0S
            worker=1;max-wait=2 minutes | x.max-wait must be a duration such as 2m, 20s, 500ms or PT2M, but is '2 minutes'
            worker=1;max-wait=xms | x.max-wait must be a duration such as 2m, 20s, 500ms or PT2M, but is 'xms'
            worker=1;max-wait=-2m | x.max-wait: maxWait must be between PT0.001S and PT24H, but is PT-2M
            worker=1;max-leap=500ms | x.max-leap: maxLeap must be between PT1S and PT8760H, but is PT0.5S
            worker=1;run-ahead=11ms | x.run-ahead: runAhead must be between PT0S and PT0.01S
            worker=1;clock-policy=rideThrough | x.clock-policy must be ride-through, refuse, tiered or
            worker=1;clock-policy=tiered:3s/1s/5s | x.clock-policy: stay must be between PT3S and PT24H
            worker=1;clock-policy=tiered:3s/x/5s | x.clock-policy must be a duration such as 2m, 20s,
            """)
    void whatIsWrongIsRefusedByName(String settings, String message) {
        String text = settings.replace('~', ' ').replace("@DEFAULT@", DEFAULT);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message.replace("@DEFAULT@", DEFAULT))
                .hasMessageNotContaining("secret");
    }

    // ---- what is built

    @Test
    void aListenerMayBeAddedAndNothingIsSharedOrAskedBefore() {
        DataSource dataSource = newDatabase();
        Map<String, Object> settings = settings("ledger.scope=shared;max-wait=1s");
        settings.put("ledger", dataSource);
        List<Long> granted = Collections.synchronizedList(new ArrayList<>());
        GeneratorListener listener = new GeneratorListener() {
            @Override
            public void acquired(long datacenter, long worker, Instant until) {
                granted.add(worker);
            }
        };
        GeneratorConfig one = read(settings);
        assertThatThrownBy(() -> JdbcWorkerLedger.stored(dataSource, "default"))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageStartingWith("no ledger could be read there");
        try (SnowflakeIdGenerator ids = one.generator().listener(listener).build();
                SnowflakeIdGenerator others =
                        read(settings).generator().listener(listener).build()) {
            assertThat(ids.nextId()).isNotEqualTo(others.nextId());
        }
        assertThat(granted).containsExactlyInAnyOrder(0L, 1L);
    }

    @Test
    void aLedgerThatIsThereTakesTheGeneratorsSettingsAlone() {
        FixedWorkerLedger mine =
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 9).inNamespace("handed-over");
        Map<String, Object> settings = settings("clock-policy=tiered;max-wait=1s;max-leap=1h;run-ahead=0ms");
        GeneratorConfig read = GeneratorConfig.on(mine, settings, "x."::concat);
        assertThat(read)
                .isEqualTo(new GeneratorConfig(
                        mine, ClockPolicy.tiered(), Duration.ofSeconds(1), Duration.ofHours(1), Duration.ZERO));
        try (SnowflakeIdGenerator ids = read.generator().build()) {
            assertThat(ids.status().clockPolicy()).hasToString("tiered(3 ms, 100 ms, 5000 ms)");
        }
        assertThatThrownBy(() -> GeneratorConfig.on(mine, settings("layout=TWITTER"), "x."::concat))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "x.layout contradicts the ledger that is handed over",
                        "fixed worker 9 of datacenter 0 in namespace 'handed-over'",
                        "remove one or the other");
        assertThatThrownBy(() -> GeneratorConfig.on(mine, settings("lay-out=TWITTER"), "x."::concat))
                .hasMessageStartingWith("unknown setting x.lay-out, known are x.clock-policy, ");
    }
}
