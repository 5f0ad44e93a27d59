package io.snowflakeid.demo.orders;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jspecify.annotations.Nullable;

/** Writes through MyBatis, with its BATCH executor. */
final class MyBatisStore implements OrderStore {

    static final String NAME = "mybatis";

    private final SqlSessionFactory sessions;

    MyBatisStore(DataSource sharded, IdGenerator ids) {
        Configuration configuration =
                new Configuration(new Environment("orders", new JdbcTransactionFactory(), sharded));
        configuration.setMapUnderscoreToCamelCase(true);
        configuration.addMapper(OrderMapper.class);
        configuration.addInterceptor(new SnowflakeInterceptor(ids));
        sessions = new SqlSessionFactoryBuilder().build(configuration);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void write(List<PlacedOrder> orders, Runnable beforeCommit) {
        try (SqlSession session = sessions.openSession(ExecutorType.BATCH)) {
            OrderMapper mapper = session.getMapper(OrderMapper.class);
            // kind by kind: the executor keeps a batch for as long as the statement stays the same
            orders.forEach(placed -> mapper.insertOrder(placed.order()));
            orders.forEach(PlacedOrder::linkChildren);
            orders.forEach(placed -> placed.items().forEach(mapper::insertItem));
            orders.forEach(placed -> placed.payments().forEach(mapper::insertPayment));
            session.flushStatements();
            beforeCommit.run();
            session.commit(true);
        }
    }

    List<Order> ordersOf(long userId) {
        return query(mapper -> mapper.ordersOf(userId));
    }

    List<Order> ordersWith(String status, long amountCents) {
        return query(mapper -> mapper.ordersWith(status, amountCents));
    }

    @Nullable
    Order orderOfPayment(long paymentId) {
        return query(mapper -> mapper.orderOfPayment(paymentId));
    }

    /** Those of the ids that are there. */
    List<Order> ordersWithIds(List<Long> ids) {
        return ids.isEmpty() ? List.of() : query(mapper -> mapper.ordersWithIds(ids));
    }

    /** Asks all tables; see {@link MerchantIndex}. */
    List<Order> ordersOfMerchant(long merchantId) {
        return query(mapper -> mapper.ordersOfMerchant(merchantId));
    }

    private <T extends @Nullable Object> T query(Function<OrderMapper, T> query) {
        try (SqlSession session = sessions.openSession()) {
            return query.apply(session.getMapper(OrderMapper.class));
        }
    }

    @Override
    public void close() {} // holds nothing open; the data source is closed by who made it
}
