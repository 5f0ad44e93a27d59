package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndexRepairTest {

    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final Duration GRACE = Duration.ofMinutes(5);
    private static final long USER = 4711;
    private static final long MERCHANT = merchantIn(0);
    private static final long OTHER = merchantIn(3);

    private SmallShop shop;
    private IndexRepair repair;

    @BeforeEach
    void open() throws Exception {
        shop = new SmallShop(FourDatabases.inMemory(), new CreatedTables());
        repair = new IndexRepair(shop.index, OrdersScenario.LAYOUT, Duration.ofMinutes(10));
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    void addsWhatIsMissingAndRemovesWhatHasNoOrder() throws Exception {
        shop.insertIndexRow(order(60, MERCHANT));
        order(50, MERCHANT);
        order(40, OTHER);
        shop.insertIndexRow(rowWithoutOrder(30, OTHER));
        assertThat(state()).isEqualTo(new IndexState(2, 2, 1, 0));

        RepairRun run = repair.upTo(NOW, GRACE);

        assertThat(run).isEqualTo(new RepairRun(300_000, 6, 3, 2, 2, 1, 0));
        assertThat(state()).isEqualTo(new IndexState(3, 0, 0, 0));
    }

    @Test
    void findsNothingMoreInASecondRun() throws Exception {
        order(50, MERCHANT);
        shop.insertIndexRow(rowWithoutOrder(30, OTHER));
        repair.upTo(NOW, GRACE);

        assertThat(repair.upTo(NOW, GRACE).isIdle()).isTrue();
        assertThat(state()).isEqualTo(new IndexState(1, 0, 0, 0));
    }

    @Test
    void givesARowToTheMerchantOfItsOrder() throws Exception {
        IndexRow order = order(50, MERCHANT);
        shop.insertIndexRow(new IndexRow(OTHER, order.orderId()));

        assertThat(repair.upTo(NOW, GRACE)).isEqualTo(new RepairRun(300_000, 5, 1, 1, 1, 1, 0));
        assertThat(shop.index.ordersOf(MERCHANT)).containsExactly(order.orderId());
        assertThat(shop.index.ordersOf(OTHER)).isEmpty();
    }

    @Test
    void leavesAloneWhatMayBeOnItsWayBetweenTheDatabases() throws Exception {
        order(4, MERCHANT);
        shop.insertIndexRow(rowWithoutOrder(3, OTHER));
        shop.insertIndexRow(rowWithoutOrder(-1, OTHER)); // another process, whose clock is ahead

        RepairRun run = repair.upTo(NOW, GRACE);

        assertThat(run.added() + run.removed()).isZero();
        assertThat(run.leftAlone()).isEqualTo(3);
        assertThat(run.isIdle()).isFalse();
        assertThat(state()).isEqualTo(new IndexState(2, 1, 2, 0));
    }

    @Test
    void drawsTheLineOfTheGracePeriodToTheMillisecond() throws Exception {
        Instant line = NOW.minus(GRACE);
        IndexRow old = shop.insertOrder(shop.id(line.minusMillis(1), USER), MERCHANT);
        shop.insertOrder(shop.id(line, USER), MERCHANT);

        RepairRun run = repair.upTo(NOW, GRACE);

        assertThat(run.added()).isEqualTo(1);
        assertThat(run.leftAlone()).isEqualTo(1);
        assertThat(shop.index.ordersOf(MERCHANT)).containsExactly(old.orderId());
    }

    @Test
    void missesNothingWhereTwoWindowsMeet() throws Exception {
        Instant first = NOW.minus(Duration.ofMinutes(60));
        Instant next = first.plus(Duration.ofMinutes(10));
        for (Instant when : new Instant[] {first, next.minusMillis(1), next, next.plusMillis(1)}) {
            shop.insertOrder(shop.id(when, USER), MERCHANT);
        }

        RepairRun run = repair.upTo(NOW, GRACE);

        assertThat(run.orders()).isEqualTo(4);
        assertThat(run.added()).isEqualTo(4);
        assertThat(state()).isEqualTo(new IndexState(4, 0, 0, 0));
    }

    @Test
    void beginsWithTheOldestRowThoughItsOrderIsMissing() throws Exception {
        shop.insertIndexRow(rowWithoutOrder(600, OTHER));
        shop.insertIndexRow(order(50, MERCHANT));

        assertThat(repair.upTo(NOW, GRACE).removed()).isEqualTo(1);
        assertThat(state()).isEqualTo(new IndexState(1, 0, 0, 0));
    }

    @Test
    void hasNothingToDoWithoutOrders() {
        assertThat(repair.upTo(NOW, GRACE)).isEqualTo(new RepairRun(300_000, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void isFinishedByAnotherRunWhenOneBrokeOffInTheMiddle() throws Exception {
        order(50, OTHER);
        order(50, MERCHANT);
        shop.insertIndexRow(rowWithoutOrder(30, OTHER));
        // broken off between the databases: reading all of them is over, writing to the last one fails
        shop.execute(3, "ALTER TABLE t_merchant_order_3 ADD CONSTRAINT full_disk CHECK (order_id < 0) NOCHECK");

        assertThatThrownBy(() -> repair.upTo(NOW, GRACE)).hasMessageContaining("full_disk");
        assertThat(shop.index.ordersOf(MERCHANT)).hasSize(1);
        assertThat(state()).isEqualTo(new IndexState(2, 1, 1, 0));

        shop.execute(3, "ALTER TABLE t_merchant_order_3 DROP CONSTRAINT full_disk");
        assertThat(repair.upTo(NOW, GRACE)).isEqualTo(new RepairRun(300_000, 5, 2, 2, 1, 1, 0));
        assertThat(state()).isEqualTo(new IndexState(2, 0, 0, 0));
    }

    @Test
    void addsMoreRowsThanFitIntoOneStatement() throws Exception {
        for (int i = 0; i < 1_100; i++) {
            shop.insertOrder(shop.id(NOW.minusSeconds(3_000).plusMillis(i), USER), MERCHANT);
        }

        assertThat(repair.upTo(NOW, GRACE).added()).isEqualTo(1_100);
        assertThat(state()).isEqualTo(new IndexState(1_100, 0, 0, 0));
    }

    private IndexRow order(int minutesAgo, long merchant) throws Exception {
        return shop.insertOrder(idOf(minutesAgo), merchant);
    }

    private IndexRow rowWithoutOrder(int minutesAgo, long merchant) {
        return new IndexRow(merchant, idOf(minutesAgo));
    }

    private long idOf(int minutesAgo) {
        return shop.id(NOW.minus(Duration.ofMinutes(minutesAgo)), USER);
    }

    private IndexState state() {
        return IndexCheck.of(shop.databases);
    }

    /** One whose index lies in that database. */
    static long merchantIn(int database) {
        return LongStream.iterate(1000, merchant -> merchant + 1)
                .filter(merchant -> ShardedTables.databaseOfKey(merchant) == database)
                .findFirst()
                .orElseThrow();
    }
}
