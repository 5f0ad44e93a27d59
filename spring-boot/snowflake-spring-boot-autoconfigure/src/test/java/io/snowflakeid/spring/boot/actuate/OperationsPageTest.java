package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.testing.Snippets;
import io.snowflakeid.testing.servers.Required;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Compares docs/operations.md with the code. */
class OperationsPageTest {

    private static final Path PAGE = Path.of("../../docs/operations.md");
    private static final Path ALERTS = Path.of("../../docs/prometheus/alerts.yaml");
    private static final Path HEALTH_STATE =
            Path.of("src/main/java/io/snowflakeid/spring/boot/actuate/GeneratorHealthState.java");

    private final HandMovedTime time = new HandMovedTime("2026-06-01T12:00:00Z");
    private final TestLedger ledger = new TestLedger(SnowflakeLayout.DEFAULT, time);
    private final WatchedGenerator generator = ledger.watched("default", ClockPolicy.rideThrough());

    @AfterEach
    void close() {
        generator.ids().close();
    }

    @Test
    void everyBlockOfThePageIsUsedByTests() {
        Snippets.areAllFound(
                "../docs/operations.md",
                "src/test/java",
                "src/test/resources",
                "../contract-tests/src/test/java",
                "../contract-tests/src/test/resources",
                "../../docs/prometheus");
    }

    // ---- meters and alerts

    private PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new SnowflakeMeters(() -> List.of(generator), time).bindTo(registry);
        return registry;
    }

    private static List<String> exported(PrometheusMeterRegistry registry) {
        return found("(?m)^(snowflake_\\w+)", registry.scrape());
    }

    /** The contents of the group in all matches. */
    private static List<String> found(String expression, String text) {
        return Pattern.compile(expression)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void theTableHasAllMetersWithTheirUnitsAndNoOthers() throws IOException {
        PrometheusMeterRegistry registry = registry();
        List<String> rows = new ArrayList<>();
        for (Meter meter : registry.getMeters()) {
            String unit = meter.getId().getBaseUnit();
            rows.add(meter.getId().getName() + " " + (unit == null ? "" : unit));
        }
        List<MatchResult> table = Pattern.compile(
                        "^\\| `(snowflake[.\\w]+)` \\| `(snowflake_\\w+)` \\| (\\w*)", Pattern.MULTILINE)
                .matcher(Files.readString(PAGE))
                .results()
                .toList();

        assertThat(table)
                .extracting(row -> row.group(1) + " " + row.group(3))
                .containsExactlyInAnyOrderElementsOf(rows);
        assertThat(table)
                .extracting(row -> row.group(2))
                .allSatisfy(name -> assertThat(exported(registry))
                        .anyMatch(exported -> exported.equals(name) || exported.equals(name + "_count")));
    }

    @Test
    void everyAlertReadsMetersThatThereAreAndLeadsToAHeading() throws IOException {
        Map<?, ?> file = new Yaml().load(Files.readString(ALERTS));
        Map<?, ?> group = (Map<?, ?>) ((List<?>) file.get("groups")).get(0);
        List<?> rules = (List<?>) group.get("rules");
        List<String> exported = exported(registry());
        String page = Files.readString(PAGE);

        assertThat(rules).hasSize(9).allSatisfy(rule -> {
            Map<?, ?> alert = (Map<?, ?>) rule;
            assertThat(alert.get("alert")).asString().matches("[A-Za-z]+");
            List<String> names = found("(snowflake_\\w+)", (String) alert.get("expr"));
            assertThat(names).isNotEmpty();
            assertThat(exported).containsAll(names);
            Map<?, ?> annotations = (Map<?, ?>) alert.get("annotations");
            assertThat(annotations.get("summary")).asString().isNotBlank();
            assertThat(page).contains("\n### " + annotations.get("action") + "\n");
        });
    }

    /** Runs docs/prometheus/alerts-test.yaml, which tests that each alert fires, and that none does otherwise. */
    @Test
    void theAlertsFireWhenTheyShouldInPrometheusItself() throws Exception {
        Process promtool;
        try {
            promtool = new ProcessBuilder("promtool", "test", "rules", "../../docs/prometheus/alerts-test.yaml")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw Required.missing(
                    "promtool", "no promtool for this test: install Prometheus, so that 'promtool --version' answers");
        }
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
    }

    // ---- health and the endpoint

    @Test
    void everyReasonOfHealthIsOneThatIsGiven() throws IOException {
        String code = Files.readString(HEALTH_STATE);
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("| reason |"), page.indexOf("### Renewals fail"));
        assertThat(table.lines().filter(line -> line.startsWith("| `")))
                .hasSize(6)
                .allSatisfy(line -> assertThat(found("`([^`]+)`", line.substring(0, line.indexOf(" | "))))
                        .allSatisfy(fragment -> assertThat(code).contains(fragment)));
    }

    @Test
    void theEndpointShowsWhereIdsComeFrom() throws IOException {
        ledger.name = "ledger 'default' (shared)";
        SnowflakeEndpoint endpoint = new SnowflakeEndpoint(() -> List.of(generator));
        generator.ids().nextId();

        Yaml yaml = new Yaml(); // JSON is YAML
        Object answer = yaml.load(yaml.dump(endpoint.generators()));
        assertThat(answer)
                .isEqualTo(
                        yaml.<Object>load(Files.readString(Path.of("src/test/resources/operations/generators.json"))));
    }

    // ---- what to do

    @Test
    void aRestoredLedgerIsMarked() throws SQLException {
        try (TestDatabase database = TestDatabase.plainH2("operations_" + UUID.randomUUID())) {
            DataSource dataSource = database.dataSource();
            JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build().workers();

            Instant opensAt =
                    JdbcWorkerLedger.stored(dataSource, "default").build().markRecovered();

            assertThat(opensAt).isAfter(Instant.now().plusSeconds(60));
        }
    }

    @Test
    void aLedgerThatMovesGoesOnWhereItWas() throws IOException, SQLException {
        try (TestDatabase database = TestDatabase.plainH2("operations_" + UUID.randomUUID())) {
            database.execute("CREATE SCHEMA ids");
            database.execute("CREATE SCHEMA new_ids");
            JdbcWorkerLedger before = ledgerIn(database, "IDS").build();
            long wall = System.currentTimeMillis() * 1_000_000;
            WorkerGrant held = before.acquire(wall);
            long mark = held.from() + 5000; // spent ahead of the clock
            before.release(held, mark);
            ledgerIn(database, "NEW_IDS").namespace("other").build().workers();

            for (String statement : Files.readAllLines(Path.of("src/test/resources/operations/move.sql"))) {
                database.execute(statement);
            }

            assertThatThrownBy(() -> ledgerIn(database, "IDS").build().acquire(wall))
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContaining("moved to new_ids");
            JdbcWorkerLedger after = ledgerIn(database, "NEW_IDS").build();
            WorkerGrant next = after.acquire(wall);
            assertThat(next.worker()).isEqualTo(held.worker());
            assertThat(next.from()).isGreaterThanOrEqualTo(mark);
        }
    }

    private static JdbcWorkerLedger.Builder ledgerIn(TestDatabase database, String schema) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(database.url() + ";SCHEMA=" + schema);
        dataSource.setUser(database.user());
        return JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource);
    }
}
