package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On MySQL, or on MariaDB from a Maven artifact. */
class MySqlDemoIT {

    private static final DatabaseServer SERVER = DatabaseServer.mySqlOrMariaDb();

    @TempDir
    private Path folder;

    private final List<TestDatabase> databases = new ArrayList<>();

    @BeforeEach
    void createDatabases() {
        databases.addAll(SERVER.newDatabases(4));
    }

    @AfterEach
    void dropDatabases() throws SQLException {
        for (TestDatabase database : databases) {
            database.close();
        }
    }

    @Test
    @Tag("long")
    void runsBothPartsOnMySqlAndDropsItsTables() throws Exception {
        CommandLineRun run = run("--orders", "4000", "--writers", "2", "--players", "300");
        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out()
                .contains("4 databases: " + (SERVER == DatabaseServer.MYSQL ? "MySQL" : "MariaDB"))
                .doesNotContain("FAILED");
        JsonNode report = ShardingDemoTest.report(folder);
        ShardingDemoTest.requireCorrectOrders(report.at("/orders"));
        ShardingDemoTest.requireClashesExceptOfOurIds(report.at("/merge"));
        boolean oneServer =
                databases.stream().map(MySqlDemoIT::server).distinct().count() == 1;
        if (!oneServer) {
            assertThat(report.at("/merge/serverMerge/notShown").asText()).contains("are not on one server");
        }
        for (TestDatabase database : databases) {
            assertThat(Rows.tables(database)).isEmpty();
        }
    }

    private static String server(TestDatabase database) {
        return database.url().replaceFirst("/snowflake_.*", "");
    }

    @Test
    @Tag("long")
    void endsWithOneWhereAnIdIsThereTwice() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<CommandLineRun> orders = threads.submit(() -> run("orders", "--orders", "2000"));
            String id = firstPayment(orders);
            databases.get(3).execute("INSERT INTO t_payment_63 VALUES (" + id + ", 1, 1)");

            CommandLineRun run = orders.get();
            run.exitsWith(ExitCode.FOUND);
            run.out().contains("Orders  1 of ", "FAILED  orders: 1 ids occur more than once");
            assertThat(ShardingDemoTest.report(folder).at("/orders/duplicates").asText())
                    .isEqualTo("1");
        } finally {
            threads.shutdownNow();
        }
    }

    /** Waits until orders are written; all tables exist then. */
    private String firstPayment(Future<CommandLineRun> orders) throws Exception {
        while (!orders.isDone()) {
            TimeUnit.MILLISECONDS.sleep(50);
            if (Rows.tables(databases.get(3)).contains("t_payment_63")
                    && Rows.tables(databases.get(0)).contains("t_payment_0")) {
                List<String> ids = Rows.of(databases.get(0), "SELECT id FROM t_payment_0 LIMIT 1");
                if (!ids.isEmpty()) {
                    return ids.get(0);
                }
            }
        }
        throw new AssertionError("the run ended before a payment was seen: " + orders.get());
    }

    @Test
    @Tag("long")
    void leavesATableThatExistsAlreadyAsItIsAndMakesNoOther() throws Exception {
        databases
                .get(2)
                .execute(
                        "CREATE TABLE snowflake_items (note VARCHAR(20))",
                        "INSERT INTO snowflake_items VALUES ('mine')");
        run("merge")
                .failsWith(ExitCode.DATABASE, "a database failed: table snowflake_items could not be created in ds_2");
        assertThat(Rows.of(databases.get(2), "SELECT note FROM snowflake_items"))
                .containsExactly("mine");
        assertThat(Rows.tables(databases.get(2))).containsExactly("snowflake_items");
        assertThat(Rows.tables(databases.get(0))).isEmpty();
    }

    @Test
    void saysThatAPasswordIsWrong() {
        CommandLineRun run = runAt(urls(), "hunter2", "merge");
        run.failsWith(ExitCode.DATABASE, "ds_0 at jdbc:mysql://");
        run.err().contains("rejects the user: wrong user or password").doesNotContain("hunter2");
    }

    @Test
    void saysThatADatabaseDoesNotExist() {
        String url = databases.get(0).url().replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1no_such_database");
        CommandLineRun run = runAt(
                urls().replace(databases.get(0).url(), url), databases.get(0).password(), "merge");
        run.exitsWith(ExitCode.DATABASE);
        run.err().containsPattern("no_such_database.* (does not exist on that server|is not accessible)");
    }

    @Test
    void mergesFourDatabasesOfOneServerByServerMergeToo() throws Exception {
        TestDatabase first = databases.get(0);
        dropDatabases();
        databases.clear();
        while (databases.size() < 4) {
            databases.add(SERVER.newDatabase());
            assertThat(server(databases.get(databases.size() - 1))).isEqualTo(server(first));
        }
        run("merge", "--players", "300").exitsWith(ExitCode.FINE);
        ShardingDemoTest.requireLosslessServerMerge(
                ShardingDemoTest.report(folder).at("/merge"));
    }

    private String urls() {
        return databases.stream().map(TestDatabase::url).collect(Collectors.joining(","));
    }

    private CommandLineRun run(String... command) {
        return runAt(urls(), databases.get(0).password(), command);
    }

    private CommandLineRun runAt(String urls, String password, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        String login = databases.get(0).user() + ":" + URLEncoder.encode(password, StandardCharsets.UTF_8);
        arguments.addAll(List.of("--mysql", urls.replace("//", "//" + login + "@"), "--report", folder.toString()));
        return CommandLineRun.of(ShardingDemo.commandLine(), arguments.toArray(String[]::new));
    }
}
