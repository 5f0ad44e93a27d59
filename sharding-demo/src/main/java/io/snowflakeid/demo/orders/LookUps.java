package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks orders up through ShardingSphere, and counts at the driver how many databases each query reached. */
final class LookUps {

    private static final int QUERIES_FOR_CONTRAST = 8; // each asks all 64 tables

    private final StatementCounter statements;
    private final HibernateStore hibernate;
    private final MyBatisStore myBatis;

    LookUps(StatementCounter statements, HibernateStore hibernate, MyBatisStore myBatis) {
        this.statements = statements;
        this.hibernate = hibernate;
        this.myBatis = myBatis;
    }

    /** By id, by user, and, for contrast, by columns that say nothing of the shard. */
    List<LookUp> of(List<KnownOrder> orders) {
        return List.of(
                count("order id", HibernateStore.NAME, orders, known -> isFound(known, hibernate.find(known.id()))),
                count("user id", MyBatisStore.NAME, orders, known -> contains(myBatis.ordersOf(known.userId()), known)),
                count(
                        "status and amount",
                        MyBatisStore.NAME,
                        orders.subList(0, Math.min(orders.size(), QUERIES_FOR_CONTRAST)),
                        known -> contains(myBatis.ordersWith(known.status(), known.amountCents()), known)));
    }

    private LookUp count(String by, String through, List<KnownOrder> orders, Predicate<KnownOrder> query) {
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        int missed = 0;
        for (KnownOrder known : orders) {
            statements.reset();
            missed += query.test(known) ? 0 : 1;
            int databases = statements.reached().size();
            fewest = Math.min(fewest, databases);
            most = Math.max(most, databases);
        }
        return new LookUp(by, through, orders.size(), fewest, most, missed);
    }

    private static boolean contains(List<Order> found, KnownOrder known) {
        return found.stream().anyMatch(order -> isFound(known, order));
    }

    private static boolean isFound(KnownOrder known, @Nullable Order found) {
        return found != null
                && Objects.equals(found.getId(), known.id())
                && found.getUserId() == known.userId()
                && found.getStatus().equals(known.status())
                && found.getAmountCents() == known.amountCents();
    }
}
