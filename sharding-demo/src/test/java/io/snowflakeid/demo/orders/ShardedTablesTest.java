package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShardedTablesTest {

    private final List<Database> databases = FourDatabases.inMemory();
    private final CreatedTables created = new CreatedTables();

    @Test
    void putsSixteenTablesOfEachKindIntoEachDatabase() throws SQLException {
        List<Integer> progress = new ArrayList<>();

        ShardedTables.create(databases, created, progress::add);

        assertThat(FourDatabases.tables(databases)).containsExactlyInAnyOrderElementsOf(ShardedTables.names());
        assertThat(FourDatabases.tables(databases.subList(1, 2)))
                .hasSize(49)
                .contains("t_order_16", "t_order_31", "t_order_item_16", "t_payment_31", "t_merchant_order_1");
        assertThat(progress).hasSize(196).endsWith(196);
    }

    @Test
    void refusesATableThatExistsAndLeavesItAlone() throws SQLException {
        FourDatabases.execute(databases.get(2), "CREATE TABLE t_order_40 (mine INT)");

        assertThatThrownBy(() -> ShardedTables.create(databases, created, done -> {}))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("table t_order_40 could not be created in ds_2");
        created.drop();
        assertThat(FourDatabases.tables(databases)).containsExactly("t_order_40");
    }
}
