package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.ledger.LedgerGroup;
import io.snowflakeid.testing.Snippets;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/worker-ids.md shows is what runs here, and its tables are computed again. */
class WorkerIdsPageTest {

    private static final Path ROOT = Path.of("..");
    private static final String PAGE = "docs/worker-ids.md";

    @Test
    void everyBlockOfCodeIsRunBySomeTestOrIsShipped() {
        Snippets.areAllFound(PAGE, "src/test/java", "../docs/kubernetes", "../ledgers");
    }

    // ---- code

    @Test
    void twoDatabasesShareTheWorkers() throws SQLException {
        try (TestDatabase one = TestDatabase.h2("worker_ids_one");
                TestDatabase other = TestDatabase.h2("worker_ids_other")) {
            DataSource first = one.dataSource();
            DataSource second = other.dataSource();
            LedgerGroup ledger = LedgerGroup.of(
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, first)
                            .workers(0, 511)
                            .build(),
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, second)
                            .workers(512, 1023)
                            .build());
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
                assertThat(ids.nextId()).isPositive();
            }
        }
    }

    @Test
    void aGameServerOwnsItsNumber() throws SQLException {
        try (TestDatabase database = TestDatabase.h2("worker_ids_server")) {
            DataSource dataSource = database.dataSource();
            JdbcWorkerLedger ledger = JdbcWorkerLedger.forDatacenter(SnowflakeLayout.GAME_SERVERS, 17, dataSource)
                    .window(Duration.ofSeconds(10))
                    .build();
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
                assertThat(SnowflakeLayout.GAME_SERVERS.decode(ids.nextId()).datacenter())
                        .isEqualTo(17);
            }
        }
    }

    @Test
    void noTransactionOfACallerIsBoundToTheThreadThatALedgerIsAskedOn() throws SQLException {
        try (TestDatabase database = TestDatabase.h2("worker_ids_threads")) {
            Set<String> threads = ConcurrentHashMap.newKeySet();
            DataSource dataSource = proxy(DataSource.class, database.dataSource(), name -> {
                if (name.equals("getConnection")) {
                    threads.add(Thread.currentThread().getName());
                }
            });
            SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource)
                            .build())
                    .close();
            assertThat(threads).containsOnly("snowflake-lease-keeper");
        }
    }

    // ---- the tables of the section on scale

    @Test
    void bitsAreWorthWhatTheTableSays() throws IOException {
        List<String[]> rows = rowsOf("timestamp / region / worker / sequence");
        assertThat(rows).hasSizeGreaterThan(6);
        for (String[] row : rows) {
            SnowflakeLayout layout = SnowflakeLayout.parse(row[0].replaceAll("[` ]", "") + "@2026-01-01T00:00:00Z");
            long perWorker = (1000L << layout.sequenceBits()) / layout.tick().toMillis();
            long workers = layout.maxWorker() + 1;
            long years =
                    layout.tick().multipliedBy(1L << layout.timestampBits()).toDays() * 10_000 / 3_652_425;
            assertThat(layout.timestampBits() + layout.datacenterBits() + layout.workerBits() + layout.sequenceBits())
                    .as(row[0])
                    .isEqualTo(63);
            assertThat(List.of(row).subList(1, 6))
                    .as(row[0])
                    .containsExactly(
                            grouped(layout.maxDatacenter() + 1),
                            grouped(workers),
                            grouped(perWorker),
                            grouped(perWorker * workers),
                            grouped(years));
        }
    }

    @Test
    void aLedgerIsAskedAsOftenAsTheTableSays() throws IOException, SQLException {
        int statements = statementsOfARenewal();
        List<String[]> rows = rowsOf("workers on one ledger");
        assertThat(rows).hasSizeGreaterThan(4);
        for (String[] row : rows) {
            long workers = number(row[1]);
            double renewEverySeconds = Double.parseDouble(row[2].replace(",", "")) / 6;
            double renewals = workers / renewEverySeconds;
            assertThat(List.of(row[3], row[4]))
                    .as(row[0])
                    .containsExactly(
                            String.format(Locale.ROOT, "%,.1f", renewals), grouped(Math.round(renewals * statements)));
        }
    }

    /** On MySQL, where each of these calls is a statement, and its driver sends three more: to ask for the isolation, and to set it twice. */
    private static int statementsOfARenewal() throws SQLException {
        Set<String> sent = Set.of("prepareStatement", "setAutoCommit", "commit", "rollback");
        try (TestDatabase database = TestDatabase.h2("worker_ids_count")) {
            AtomicInteger prepared = new AtomicInteger();
            DataSource dataSource = proxy(
                    DataSource.class, database.dataSource(), name -> prepared.addAndGet(sent.contains(name) ? 1 : 0));
            JdbcWorkerLedger ledger =
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build();
            WorkerGrant grant = ledger.acquire(TimeSource.system().wallNanos());
            prepared.set(0);
            assertThat(ledger.renew(grant, grant.from())).isPresent();
            return prepared.get() + 3;
        }
    }

    private static <T> T proxy(Class<T> type, Object target, Consumer<String> called) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    called.accept(method.getName());
                    try {
                        Object result = method.invoke(target, arguments);
                        return result instanceof Connection ? proxy(Connection.class, result, called) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** The cells of the table whose first column has this head. */
    private static List<String[]> rowsOf(String head) throws IOException {
        List<String[]> rows = new ArrayList<>();
        boolean isHere = false;
        for (String line : Files.readAllLines(ROOT.resolve(PAGE))) {
            if (line.startsWith("| " + head + " |")) {
                isHere = true;
            } else if (!line.startsWith("|")) {
                isHere = false;
            } else if (isHere && !line.startsWith("|---")) {
                rows.add(Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toArray(String[]::new));
            }
        }
        return rows;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }

    // ---- the tests that pages name

    /** A test's method, of a class or not, or a class alone. */
    private static final Pattern NAMED = Pattern.compile("`(?:([A-Z]\\w+)\\.)?([a-z]+(?:[A-Z][a-z]*){3,})`"
            + "|`([A-Z]\\w*[a-z0-9](?:Test|IT|Contract|Stress|Walk))`");

    @ParameterizedTest
    @ValueSource(strings = {"docs/internals/testing.md", "docs/design.md"})
    void everyTestThatIsNamedExists(String page) throws IOException {
        List<String> sources = testSources();
        List<MatchResult> named =
                NAMED.matcher(Files.readString(ROOT.resolve(page))).results().toList();
        assertThat(named).hasSizeGreaterThan(5);
        assertThat(named)
                .filteredOn(name -> sources.stream().noneMatch(source -> declares(source, name)))
                .extracting(MatchResult::group)
                .isEmpty();
    }

    private static boolean declares(String source, MatchResult name) {
        String type = name.group(1) == null ? name.group(3) : name.group(1);
        return (type == null || source.contains("class " + type + " "))
                && (name.group(2) == null || source.contains(" " + name.group(2) + "("));
    }

    /** Those of all modules. */
    private static List<String> testSources() throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> folders = Files.find(ROOT, 5, (folder, attributes) -> folder.endsWith("src/test/java"))) {
            for (Path folder : folders.toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                            .toList()) {
                        sources.add(Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }
}
