package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.StatementCounter.Count;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks orders up through ShardingSphere, and counts at the driver what each query reached. */
final class LookUps {

    private static final int QUERIES_FOR_CONTRAST = 8; // each asks all 64 tables

    private final StatementCounter statements;
    private final HibernateStore hibernate;
    private final MyBatisStore myBatis;
    private final MerchantIndex index;

    LookUps(StatementCounter statements, HibernateStore hibernate, MyBatisStore myBatis, MerchantIndex index) {
        this.statements = statements;
        this.hibernate = hibernate;
        this.myBatis = myBatis;
        this.index = index;
    }

    /** By all that leads to one database, by merchant, and, for contrast, by columns that say nothing of the shard. */
    List<LookUp> of(List<KnownOrder> orders) {
        List<KnownOrder> few = orders.subList(0, Math.min(orders.size(), QUERIES_FOR_CONTRAST));
        return List.of(
                count(
                        "order id",
                        true,
                        HibernateStore.NAME,
                        orders,
                        known -> isFound(known, hibernate.find(known.id()))),
                count(
                        "user id",
                        true,
                        MyBatisStore.NAME,
                        orders,
                        known -> contains(myBatis.ordersOf(known.userId()), known)),
                count("payment number", true, MyBatisStore.NAME, orders, this::isFoundByPaymentNumber),
                count("merchant, index", false, MyBatisStore.NAME, orders, this::isFoundByIndex),
                count(
                        "merchant, no index",
                        false,
                        MyBatisStore.NAME,
                        few,
                        known -> isAllOfMerchant(myBatis.ordersOfMerchant(known.merchantId()), known)),
                count(
                        "status and amount",
                        false,
                        MyBatisStore.NAME,
                        few,
                        known -> contains(myBatis.ordersWith(known.status(), known.amountCents()), known)));
    }

    private LookUp count(
            String by, boolean byGene, String through, List<KnownOrder> orders, Predicate<KnownOrder> query) {
        int fewest = Integer.MAX_VALUE;
        Count most = new Count(0, 0, 0);
        long tables = 0;
        int missed = 0;
        for (KnownOrder known : orders) {
            statements.reset();
            missed += query.test(known) ? 0 : 1;
            Count count = statements.count();
            fewest = Math.min(fewest, count.databases());
            most = most(most, count);
            tables += count.tables();
        }
        return new LookUp(
                by,
                byGene,
                through,
                orders.size(),
                fewest,
                most.databases(),
                most.statements(),
                (double) tables / orders.size(),
                missed);
    }

    private static Count most(Count one, Count other) {
        return new Count(
                Math.max(one.databases(), other.databases()),
                Math.max(one.statements(), other.statements()),
                Math.max(one.tables(), other.tables()));
    }

    /** As the customer reads it out: nothing else is known, neither order nor user. */
    private boolean isFoundByPaymentNumber(KnownOrder known) {
        String number = PaymentNumber.of(known.paymentId());
        return isFound(known, myBatis.orderOfPayment(PaymentNumber.parse(number)));
    }

    private boolean isFoundByIndex(KnownOrder known) {
        List<Long> ids = index.ordersOf(known.merchantId());
        return isAllOfMerchant(myBatis.ordersWithIds(ids), known);
    }

    private static boolean isAllOfMerchant(List<Order> found, KnownOrder known) {
        return found.size() == known.ordersOfMerchant()
                && found.stream().allMatch(order -> order.getMerchantId() == known.merchantId())
                && contains(found, known);
    }

    private static boolean contains(List<Order> found, KnownOrder known) {
        return found.stream().anyMatch(order -> isFound(known, order));
    }

    private static boolean isFound(KnownOrder known, @Nullable Order found) {
        return found != null
                && Objects.equals(found.getId(), known.id())
                && found.getUserId() == known.userId()
                && found.getMerchantId() == known.merchantId()
                && found.getStatus().equals(known.status())
                && found.getAmountCents() == known.amountCents();
    }
}
