package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three writer processes on real MySQL. */
class OrdersScenarioIT {

    private static final OrdersOptions OPTIONS = new OrdersOptions(6_000, 3, 1);

    private List<TestDatabase> empty = List.of();

    @BeforeEach
    void create() {
        empty = DatabaseServer.MYSQL.newDatabases(4);
    }

    @AfterEach
    void drop() throws SQLException {
        for (TestDatabase database : empty) {
            database.close();
        }
    }

    @Test
    void writesFromThreeProcessesAndFindsEveryPromiseKept() throws SQLException {
        List<Database> databases = IntStream.range(0, 4)
                .mapToObj(i -> new Database(
                        "ds_" + i,
                        empty.get(i).url(),
                        empty.get(i).user(),
                        empty.get(i).password()))
                .toList();

        CreatedTables created = new CreatedTables();

        OrdersResult result = OrdersScenario.run(databases, created, OPTIONS, progress -> {});

        OrdersExpectations.allIsWell(result, OPTIONS);
        created.drop();
        assertThat(FourDatabases.tables(databases)).isEmpty();
    }
}
