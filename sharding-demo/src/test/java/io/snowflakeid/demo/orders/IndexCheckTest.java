package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndexCheckTest {

    private static final long MERCHANT = IndexRepairTest.merchantIn(1);
    private static final long OTHER = IndexRepairTest.merchantIn(2);
    private static final long ORDER = 64_000_005;

    private final List<Database> databases = FourDatabases.inMemory();

    @BeforeEach
    void oneOrderWithItsRow() throws SQLException {
        ShardedTables.create(databases, new CreatedTables(), done -> {});
        execute(
                0,
                "INSERT INTO t_order_5 VALUES (" + ORDER + ", 1, " + MERCHANT + ", 'PAID', 1, '2026-10-05 13:37:00')");
        insertRow(1, ORDER, MERCHANT);
    }

    @Test
    void findsNothingWrongWhereNothingIs() {
        assertThat(IndexCheck.of(databases)).isEqualTo(new IndexState(1, 0, 0, 0));
    }

    @Test
    void findsAnOrderWithoutRow() throws SQLException {
        execute(1, "DELETE FROM t_merchant_order_1");

        assertThat(IndexCheck.of(databases)).isEqualTo(new IndexState(0, 1, 0, 0));
    }

    @Test
    void findsARowWithoutOrder() throws SQLException {
        insertRow(2, ORDER + 64, OTHER);

        assertThat(IndexCheck.of(databases)).isEqualTo(new IndexState(2, 0, 1, 0));
    }

    @Test
    void findsTheRowOfAnotherMerchant() throws SQLException {
        execute(1, "DELETE FROM t_merchant_order_1");
        insertRow(2, ORDER, OTHER);

        assertThat(IndexCheck.of(databases)).isEqualTo(new IndexState(1, 1, 1, 0));
    }

    @Test
    void findsASecondRowInAnotherDatabase() throws SQLException {
        insertRow(3, ORDER, MERCHANT);

        assertThat(IndexCheck.of(databases)).isEqualTo(new IndexState(2, 0, 1, 1));
    }

    private void insertRow(int database, long order, long merchant) throws SQLException {
        execute(database, "INSERT INTO t_merchant_order_" + database + " VALUES (" + order + ", " + merchant + ")");
    }

    private void execute(int database, String sql) throws SQLException {
        FourDatabases.execute(databases.get(database), sql);
    }
}
