package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.LedgerTables;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writer processes on H2 files. */
class OrdersScenarioTest {

    private static final OrdersOptions SMALL = new OrdersOptions(2_000, 2, 1);

    @TempDir
    private Path folder;

    private final CreatedTables created = new CreatedTables();

    @Test
    void writesFromTwoProcessesAndFindsEveryPromiseKept() throws Exception {
        List<Database> databases = FourDatabases.inFiles(folder);
        List<OrdersProgress> progress = new ArrayList<>();

        OrdersResult result = OrdersScenario.run(databases, created, SMALL, progress::add);

        OrdersExpectations.allIsWell(result, SMALL);
        assertThat(progress)
                .contains(
                        new OrdersProgress("create tables", 196, 196),
                        new OrdersProgress("start writers", 2, 2),
                        new OrdersProgress("write orders", 1_875, 1_875),
                        new OrdersProgress("lose a database", 125, 125),
                        new OrdersProgress("repair index", 5, 5),
                        new OrdersProgress("check tables", 192, 192),
                        new OrdersProgress("look up", 64, 64));
        assertThat(progress.stream().map(OrdersProgress::phase).distinct())
                .containsExactly(
                        "create tables",
                        "start writers",
                        "write orders",
                        "lose a database",
                        "repair index",
                        "check tables",
                        "look up");
        assertThat(FourDatabases.tables(databases)).containsExactlyInAnyOrderElementsOf(OrdersScenario.tableNames());
        JsonNode json = new JsonMapper().valueToTree(result);
        assertThat(json.get("idsChecked").asLong()).isEqualTo(result.idsChecked());
        assertThat(json.get("databasesPerLookup").asInt()).isEqualTo(1);

        created.drop();
        assertThat(FourDatabases.tables(databases)).isEmpty();
    }

    @Test
    void failsWithTheWritersWordsAndLeavesNothingBehind() throws Exception {
        List<Database> databases = FourDatabases.inFiles(folder);
        Consumer<OrdersProgress> claiming = progress -> {
            if (progress.phase().equals("create tables") && progress.done() == progress.total()) {
                storeAnotherLayout(databases.get(0));
            }
        };
        try (Connection held = databases.get(0).connect()) {
            assertThatThrownBy(() -> OrdersScenario.run(databases, created, SMALL, claiming))
                    .isInstanceOf(OrdersFailedException.class)
                    .hasMessageMatching("writer [01] ended with exit code 1: .*namespace 'orders'.*");
            assertThat(held.isValid(1)).isTrue();
            created.drop();
        }
        assertThat(FourDatabases.tables(databases)).isEmpty();
        assertThat(ProcessHandle.current().children().filter(OrdersScenarioTest::isWriter))
                .isEmpty();
    }

    @Test
    void leavesNothingBehindWhenInterrupted() throws Exception {
        List<Database> databases = FourDatabases.inFiles(folder);
        Consumer<OrdersProgress> interrupting = progress -> {
            if (progress.phase().equals("write orders")) {
                Thread.currentThread().interrupt();
            }
        };

        assertThatThrownBy(() -> OrdersScenario.run(databases, created, SMALL, interrupting))
                .isInstanceOf(OrdersFailedException.class)
                .hasMessage("interrupted while waiting for the writers");
        assertThat(Thread.interrupted()).isTrue();
        created.drop();
        assertThat(FourDatabases.tables(databases)).isEmpty();
        assertThat(ProcessHandle.current().children().filter(OrdersScenarioTest::isWriter))
                .isEmpty();
    }

    private static boolean isWriter(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("OrderWriter");
    }

    private static void storeAnotherLayout(Database database) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE snowflake_namespace SET layout = '" + SnowflakeLayout.DEFAULT.spec() + "'");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void claimNamespace(Database database) {
        try (HikariDataSource pool = database.pool(1)) {
            JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool)
                    .namespace(OrdersScenario.NAMESPACE)
                    .build()
                    .setUp();
        }
    }

    @Test
    void needsFourDatabases() {
        List<Database> three = FourDatabases.inMemory().subList(0, 3);

        assertThatThrownBy(() -> OrdersScenario.run(three, created, SMALL, progress -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("orders needs 4 databases, but got 3");
    }

    @Test
    void leavesATableAloneThatAppearsWhileItCreatesItsOwn() throws Exception {
        List<Database> databases = FourDatabases.inFiles(folder);
        Consumer<OrdersProgress> inBetween = progress -> {
            if (progress.done() == 1) {
                createOfOthers(databases.get(1), "t_payment_20");
            }
        };

        assertThatThrownBy(() -> OrdersScenario.run(databases, created, SMALL, inBetween))
                .isInstanceOf(OrdersFailedException.class)
                .hasMessageStartingWith("table t_payment_20 could not be created in ds_1");
        assertThat(FourDatabases.tables(databases)).contains("snowflake_worker", "t_order_0", "t_payment_19");
        created.drop();
        assertThat(FourDatabases.tables(databases)).containsExactly("t_payment_20");
    }

    private static void createOfOthers(Database database, String table) {
        try {
            FourDatabases.execute(database, "CREATE TABLE " + table + " (mine INT)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void leavesTheLedgerOfOthersAlone() throws Exception {
        List<Database> databases = FourDatabases.inFiles(folder);
        claimNamespace(databases.get(0));

        assertThatThrownBy(() -> OrdersScenario.run(databases, created, SMALL, progress -> {}))
                .hasMessageStartingWith("table snowflake_namespace could not be created in ds_0");
        created.drop();
        assertThat(FourDatabases.tables(databases)).containsExactlyElementsOf(LedgerTables.names());
    }
}
