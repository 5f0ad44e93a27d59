package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.orders.OrdersResult.DatabaseRows;
import io.snowflakeid.demo.orders.OrdersResult.WorkerIds;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrdersCheckTest {

    private static final SnowflakeLayout LAYOUT = OrdersScenario.LAYOUT;
    private static final long USER = 4711;
    private static final long MERCHANT = 815;
    private static final int SHARD = (int) LAYOUT.geneOf(USER);
    private static final int OTHER_SHARD = (SHARD + 1) % 64;

    private final List<Database> databases = FourDatabases.inMemory();
    private int nextSequence;

    @BeforeEach
    void oneOrderWithTwoItemsAndAPayment() throws SQLException {
        ShardedTables.create(databases, new CreatedTables(), done -> {});
        long order = id(SHARD);
        insertOrder(SHARD, order, USER);
        insertItem(SHARD, id(SHARD), order);
        insertItem(SHARD, id(SHARD), order);
        insertPayment(SHARD, id(SHARD), order);
    }

    @Test
    void findsNothingWrongWhereNothingIs() {
        OrdersCheck check = check();

        assertThat(check.sortedIds()).hasSize(4).isSorted();
        assertThat(check.misplacedRows()).isZero();
        assertThat(check.orphans()).isZero();
        assertThat(check.incomplete()).isZero();
    }

    @Test
    void countsWhatIsThere() {
        OrdersCheck check = check();

        assertThat(check.rowsPerDatabase().get(SHARD / 16)).isEqualTo(new DatabaseRows("ds_" + SHARD / 16, 1, 2, 1));
        assertThat(check.idsPerWorker()).containsExactly(new WorkerIds(17, 4));
        assertThat(check.ordersPerShard()[SHARD]).isEqualTo(1);
        assertThat(check.ordersPerHour()[13]).isEqualTo(1);
        assertThat(check.mostOrdersOfOneUser()).isEqualTo(1);
        assertThat(check.prices())
                .filteredOn(bucket -> bucket.items() > 0)
                .singleElement()
                .satisfies(bucket -> {
                    assertThat(bucket.fromCents()).isEqualTo(1000);
                    assertThat(bucket.toCents()).isEqualTo(2000);
                    assertThat(bucket.items()).isEqualTo(2);
                });
        assertThat(check.firstOfEachShard()).singleElement().satisfies(known -> {
            assertThat(known.userId()).isEqualTo(USER);
            assertThat(known.merchantId()).isEqualTo(MERCHANT);
            assertThat(known.ordersOfMerchant()).isEqualTo(1);
            assertThat(LAYOUT.geneIn(known.paymentId())).isEqualTo(SHARD);
        });
    }

    @Test
    void readsEveryTable() {
        List<Long> progress = new ArrayList<>();

        OrdersCheck.of(databases, progress::add);

        assertThat(progress).endsWith(192L);
    }

    @Test
    void findsAnIdThatOccursInTwoTablesOfDifferentKinds() throws SQLException {
        long twice = id(SHARD);
        insertOrder(SHARD, twice, USER);
        insertPayment(SHARD, twice, twice);

        assertThat(OrdersCheck.duplicatesAmong(check().sortedIds())).isEqualTo(1);
    }

    @Test
    void findsAnIdThatOccursInTwoDatabases() throws SQLException {
        long twice = id(SHARD);
        int elsewhere = (SHARD + 16) % 64;
        insertOrder(SHARD, twice, USER);
        insertOrder(elsewhere, twice, USER);

        OrdersCheck check = check();

        assertThat(OrdersCheck.duplicatesAmong(check.sortedIds())).isEqualTo(1);
        assertThat(check.misplacedRows()).isEqualTo(1);
    }

    @Test
    void countsEveryRepetition() {
        assertThat(OrdersCheck.duplicatesAmong(new long[] {1, 2, 2, 2, 3, 3, 4}))
                .isEqualTo(3);
        assertThat(OrdersCheck.duplicatesAmong(new long[0])).isZero();
    }

    @Test
    void findsARowInATableOfAnotherGene() throws SQLException {
        insertOrder(OTHER_SHARD, id(SHARD), USER);

        assertThat(check().misplacedRows()).isEqualTo(1);
    }

    @Test
    void findsAnOrderWhoseGeneIsNotItsUsers() throws SQLException {
        insertOrder(OTHER_SHARD, id(OTHER_SHARD), USER);

        assertThat(check().misplacedRows()).isEqualTo(1);
    }

    @Test
    void findsAnItemWithoutItsOrder() throws SQLException {
        insertItem(SHARD, id(SHARD), id(SHARD));

        assertThat(check().orphans()).isEqualTo(1);
    }

    @Test
    void findsAPaymentApartFromItsOrder() throws SQLException {
        long order = id(SHARD);
        insertOrder(SHARD, order, USER);
        insertPayment(OTHER_SHARD, id(OTHER_SHARD), order);

        assertThat(check().orphans()).isEqualTo(1);
    }

    @Test
    void findsAnOrderThatLacksOneOfItsItems() throws SQLException {
        execute("DELETE FROM t_order_item_" + SHARD + " WHERE id = (SELECT MIN(id) FROM t_order_item_" + SHARD + ")");

        assertThat(check().incomplete()).isEqualTo(1);
    }

    @Test
    void findsAnOrderWithoutItemsAndPaymentsOnce() throws SQLException {
        insertOrder(SHARD, id(SHARD), USER);

        assertThat(check().incomplete()).isEqualTo(1);
    }

    @Test
    void findsAnOrderThatIsPaidTwice() throws SQLException {
        execute("INSERT INTO t_payment_" + SHARD + " SELECT " + id(SHARD)
                + ", order_id, method, amount_cents, paid_at FROM t_payment_" + SHARD);

        assertThat(check().incomplete()).isEqualTo(1);
    }

    private void execute(String sql) throws SQLException {
        FourDatabases.execute(databases.get(SHARD / 16), sql);
    }

    private OrdersCheck check() {
        return OrdersCheck.of(databases, tables -> {});
    }

    private long id(int gene) {
        return LAYOUT.encode(new DecodedId(Instant.parse("2026-11-01T00:00:00Z"), 0, 17, nextSequence++, gene));
    }

    private void insertOrder(int shard, long id, long user) throws SQLException {
        insert("t_order", shard, id + ", " + user + ", " + MERCHANT + ", 'PAID', 3998, '2026-10-05 13:37:00'");
    }

    private void insertItem(int shard, long id, long order) throws SQLException {
        insert("t_order_item", shard, id + ", " + order + ", 'SKU-1', 1, 1999");
    }

    private void insertPayment(int shard, long id, long order) throws SQLException {
        insert("t_payment", shard, id + ", " + order + ", 'CARD', 3998, '2026-10-05 13:40:00'");
    }

    private void insert(String table, int shard, String values) throws SQLException {
        FourDatabases.execute(
                databases.get(shard / 16), "INSERT INTO " + table + "_" + shard + " VALUES (" + values + ")");
    }
}
