package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MySqlDemoIT {

    @TempDir
    private Path folder;

    private List<TestDatabase> databases = List.of();

    @BeforeEach
    void createDatabases() {
        databases = DatabaseServer.MYSQL.newDatabases(4);
    }

    @AfterEach
    void dropDatabases() throws SQLException {
        for (TestDatabase database : databases) {
            database.close();
        }
    }

    @Test
    void tellsTheWholeStoryOnMySqlAndDropsWhatItMade() throws Exception {
        CommandLineRun run = run(databases, "--orders", "4000", "--writers", "2", "--players", "300");
        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out().contains("4 databases: MySQL").doesNotContain("MariaDB", "FAILED");
        JsonNode report = ShardingDemoTest.report(folder);
        ShardingDemoTest.theOrdersKeptEveryPromise(report.at("/orders"));
        ShardingDemoTest.onlyOurIdsSurvivedThePlainCopy(report.at("/merge"));
        boolean oneServer = databases.stream()
                        .map(database -> database.url().replaceFirst("/snowflake_.*", ""))
                        .distinct()
                        .count()
                == 1;
        if (!oneServer) {
            assertThat(report.at("/merge/serverMerge/notShown").asText()).contains("are not on one server");
        }
        for (TestDatabase database : databases) {
            assertThat(tables(database)).isEmpty();
        }
    }

    @Test
    void endsWithOneWhereAnIdIsThereTwice() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<CommandLineRun> orders = threads.submit(() -> run(databases, "orders", "--orders", "2000"));
            String id = firstPayment(orders);
            databases.get(3).execute("INSERT INTO t_payment_63 VALUES (" + id + ", 1, 'card', 1, NOW())");

            CommandLineRun run = orders.get();
            run.exitsWith(ExitCode.FOUND);
            run.out().contains("Orders  1 duplicates in ", "FAILED  ");
            assertThat(ShardingDemoTest.report(folder).at("/orders/duplicates").asText())
                    .isEqualTo("1");
        } finally {
            threads.shutdownNow();
        }
    }

    /** While the orders are written; all tables are there by then. */
    private String firstPayment(Future<?> orders) throws SQLException {
        while (!orders.isDone()) {
            if (tables(databases.get(3)).contains("t_payment_63")) {
                List<String> ids = query(databases.get(0), "SELECT id FROM t_payment_0 LIMIT 1");
                if (!ids.isEmpty()) {
                    return ids.get(0);
                }
            }
        }
        throw new AssertionError("the run ended before a payment was seen");
    }

    @Test
    void keepsTheTablesAndThenRefusesThem() throws Exception {
        CommandLineRun kept = merge(databases, "--players", "30", "--keep");
        kept.exitsWith(ExitCode.FINE);
        kept.out().contains("kept: tables in ds_0 (jdbc:mysql://");
        assertThat(tables(databases.get(0))).contains("snowflake_players", "snowflake_worker", "textbook_mails");
        merge(databases, "--players", "30")
                .failsWith(
                        ExitCode.DATABASE, "a database failed: table snowflake_namespace could not be created in ds_0");
        assertThat(tables(databases.get(0))).hasSize(17);
    }

    @Test
    void leavesATableThatExistsAlreadyAsItIsAndMakesNoOther() throws Exception {
        databases
                .get(2)
                .execute(
                        "CREATE TABLE snowflake_items (note VARCHAR(20))",
                        "INSERT INTO snowflake_items VALUES ('mine')");
        merge(databases)
                .failsWith(ExitCode.DATABASE, "a database failed: table snowflake_items could not be created in ds_2");
        assertThat(query(databases.get(2), "SELECT note FROM snowflake_items")).containsExactly("mine");
        assertThat(tables(databases.get(2))).containsExactly("snowflake_items");
        assertThat(tables(databases.get(0))).isEmpty();
    }

    @Test
    void ofTwoRunsThatRaceForTheSameDatabasesOneWinsAndTheOtherTouchesNothing() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<CommandLineRun> runs = new ArrayList<>();
            Callable<CommandLineRun> merging = () -> merge(databases, "--players", "1200");
            for (Future<CommandLineRun> run : threads.invokeAll(Collections.nCopies(2, merging))) {
                runs.add(run.get());
            }
            assertThat(runs)
                    .anySatisfy(run -> run.exitsWith(ExitCode.FINE))
                    .anySatisfy(run -> run.exitsWith(ExitCode.DATABASE)
                            .err()
                            .containsPattern("table snowflake_namespace could not be created in ds_0"));
        } finally {
            threads.shutdownNow();
        }
        for (TestDatabase database : databases) {
            assertThat(tables(database)).isEmpty();
        }
    }

    @Test
    void saysThatAPasswordIsWrong() {
        CommandLineRun run = CommandLineRun.of(
                ShardingDemo.commandLine(),
                "merge",
                "--mysql",
                urls(databases),
                "--mysql-user",
                databases.get(0).user(),
                "--mysql-password",
                "hunter2",
                "--report",
                folder.toString());
        run.failsWith(ExitCode.DATABASE, "ds_0 at jdbc:mysql://");
        run.err().contains("refuses the user: wrong user or password").doesNotContain("hunter2");
    }

    @Test
    void saysThatADatabaseDoesNotExist() {
        String url = databases.get(0).url().replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1no_such_database");
        CommandLineRun run = CommandLineRun.of(
                ShardingDemo.commandLine(),
                "merge",
                "--mysql",
                String.join(
                        ",",
                        url,
                        databases.get(1).url(),
                        databases.get(2).url(),
                        databases.get(3).url()),
                "--mysql-user",
                databases.get(0).user(),
                "--mysql-password",
                databases.get(0).password(),
                "--report",
                folder.toString());
        run.exitsWith(ExitCode.DATABASE);
        run.err().containsPattern("no_such_database.* (does not exist on that server|may not be used)");
    }

    @Test
    void mergesFourDatabasesOfOneServerByServerMergeToo() throws Exception {
        List<TestDatabase> more = new ArrayList<>();
        try {
            String server = databases.get(0).url().replaceFirst("/snowflake_.*", "");
            while (more.size() < 4) {
                TestDatabase made = DatabaseServer.MYSQL.newDatabase();
                assertThat(made.url()).startsWith(server);
                more.add(made);
            }
            merge(more, "--players", "300").exitsWith(ExitCode.FINE);
            ShardingDemoTest.serverMergeLostNothing(
                    ShardingDemoTest.report(folder).at("/merge"));
        } finally {
            for (TestDatabase database : more) {
                database.close();
            }
        }
    }

    private CommandLineRun merge(List<TestDatabase> on, String... more) {
        return run(on, Stream.concat(Stream.of("merge"), Stream.of(more)).toArray(String[]::new));
    }

    private CommandLineRun run(List<TestDatabase> on, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(
                "--mysql",
                urls(on),
                "--mysql-user",
                on.get(0).user(),
                "--mysql-password",
                on.get(0).password(),
                "--report",
                folder.toString()));
        return CommandLineRun.of(ShardingDemo.commandLine(), arguments.toArray(String[]::new));
    }

    private static String urls(List<TestDatabase> databases) {
        return databases.stream().map(TestDatabase::url).collect(Collectors.joining(","));
    }

    private static List<String> tables(TestDatabase database) throws SQLException {
        return query(
                database,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1");
    }

    private static List<String> query(TestDatabase database, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
