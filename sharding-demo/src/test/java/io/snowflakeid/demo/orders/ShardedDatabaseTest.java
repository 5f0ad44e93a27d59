package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ShardedDatabaseTest {

    /** A pool that goes on asking, ever more rarely, would refuse for seconds after the database is back. */
    @Test
    void connectsAtOnceToADatabaseThatIsBackHoweverLongItWasAway() throws Exception {
        List<Database> databases = FourDatabases.inMemory();
        ShardedTables.create(databases, new CreatedTables(), done -> {});
        try (ShardedDatabase sharded = new ShardedDatabase(databases);
                ShardedDatabase other = new ShardedDatabase(databases)) {
            sharded.cable(0).unplug();
            assertIsAway(sharded);
            other.cable(0).unplug();
            assertIsAway(other); // the first pool is left alone for as long as this one makes people wait
            assertIsAway(other);

            sharded.cable(0).plugIn();

            assertThatCode(() -> use(sharded)).doesNotThrowAnyException();
        }
    }

    /** The first user may get a broken connection, the next one waits in vain for a new one. */
    private static void assertIsAway(ShardedDatabase sharded) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> use(sharded)).isInstanceOf(SQLException.class);
        }
    }

    private static void use(ShardedDatabase sharded) throws SQLException {
        try (Connection connection = sharded.physicalForLedger().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    @Test
    void breaksOpenConnectionsAndMakesNoNewOnes() throws Exception {
        List<Database> databases = FourDatabases.inMemory();
        Cable cable = new Cable("ds_0", "org.h2.Driver", databases.get(0).url(), new Properties());
        try (Connection connection = cable.getConnection()) {
            cable.unplug();

            assertThatThrownBy(connection::createStatement)
                    .hasMessage("ds_0 cannot be reached: the demo has cut it off")
                    .hasFieldOrPropertyWithValue("SQLState", "08001");
            assertThatThrownBy(cable::getConnection).hasMessage("ds_0 cannot be reached: the demo has cut it off");
            cable.plugIn();
            assertThatThrownBy(connection::createStatement).hasMessageStartingWith("ds_0 cannot be reached");
            assertThat(connection.isClosed()).isTrue();
        }
        try (Connection connection = cable.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }
}
