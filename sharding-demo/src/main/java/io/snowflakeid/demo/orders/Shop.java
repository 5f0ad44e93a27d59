package io.snowflakeid.demo.orders;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.databases.Tables;
import io.snowflakeid.demo.orders.OrderPlan.PlacedOrder;
import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.OrderItem;
import io.snowflakeid.demo.shop.PaymentMapper;
import io.snowflakeid.demo.shop.PaymentMapper.Payment;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.hibernate.SnowflakeSettings;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.ibatis.datasource.unpooled.UnpooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.managed.ManagedTransactionFactory;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl;

/** Configures the libraries of the demo. Hibernate writes orders and items, and MyBatis writes payments in the same transaction. */
final class Shop implements AutoCloseable {

    /** The layout has 6 gene bits for 64 shards. The 6 sequence bits allow 64 ids per millisecond and writer. */
    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    static final int DATABASES = 4;
    static final int SHARDS = 1 << LAYOUT.geneBits();
    static final int SHARDS_PER_DATABASE = SHARDS / DATABASES;

    static List<Integer> shardsOf(int database) {
        return IntStream.range(database * SHARDS_PER_DATABASE, (database + 1) * SHARDS_PER_DATABASE)
                .boxed()
                .toList();
    }

    private static final int CONNECTIONS = 3; // a transaction and the ledger need no more connections

    /** The time limit for opening a connection. Hikari's default connection timeout of 30 s is too long for a test of an outage. */
    private static final long MILLIS_TO_WAIT_FOR_CONNECTION = 1_000;

    private final StatementCounter statements;
    private final DataSource sharded;
    private final SnowflakeIdGenerator ids;
    private final SessionFactory hibernate;
    private final SqlSessionFactory myBatis;

    private Shop(StatementCounter statements, Map<String, DataSource> pools, DataSource sharded) {
        this.statements = statements;
        this.sharded = sharded;
        // the ledger uses a pool directly, because ShardingSphere could route the ledger table to any database
        DataSource first = pools.values().iterator().next();
        ids = SnowflakeIdGenerator.on(
                JdbcWorkerLedger.shared(LAYOUT, first).namespace("orders").build());
        hibernate = hibernate(sharded, ids);
        myBatis = myBatis(sharded, ids);
    }

    /** Connects to all databases, and leases a worker id. The first database must be {@code ds_0}. */
    static Shop open(List<Database> databases) throws SQLException, IOException {
        Map<String, DataSource> pools = new LinkedHashMap<>();
        StatementCounter counter = new StatementCounter();
        for (Database database : databases) {
            pools.put(database.name(), pool(database, counter));
        }
        byte[] rules = Tables.text(PaymentMapper.class, "sharding.yaml").getBytes(StandardCharsets.UTF_8);
        return new Shop(counter, pools, YamlShardingSphereDataSourceFactory.createDataSource(pools, rules));
    }

    private static HikariDataSource pool(Database database, StatementCounter counter) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", database.user());
        login.setProperty("password", database.password());
        String driver = DriverManager.getDriver(database.url()).getClass().getName();
        HikariConfig config = new HikariConfig();
        config.setPoolName(database.name());
        config.setDataSource(counter.watching(database.name(), new UnpooledDataSource(driver, database.url(), login)));
        // the address is shortened, because ShardingSphere cannot parse an H2 address with a 5-digit port
        config.setJdbcUrl(database.url().replaceFirst("^jdbc:h2:tcp://[^/]+/", "jdbc:h2:mem:"));
        config.setMaximumPoolSize(CONNECTIONS);
        // a pool with idle connections would detect the end of an outage up to 5 s late
        config.setMinimumIdle(0);
        config.setConnectionTimeout(MILLIS_TO_WAIT_FOR_CONNECTION);
        config.setValidationTimeout(MILLIS_TO_WAIT_FOR_CONNECTION / 2);
        return new HikariDataSource(config);
    }

    private static SessionFactory hibernate(DataSource sharded, SnowflakeIdGenerator ids) {
        var configuration = new org.hibernate.cfg.Configuration()
                .addAnnotatedClass(Order.class)
                .addAnnotatedClass(OrderItem.class)
                .setPhysicalNamingStrategy(new PhysicalNamingStrategySnakeCaseImpl())
                .setProperty("hibernate.jdbc.batch_size", "50")
                .setProperty("hibernate.order_inserts", "true")
                // ShardingSphere parses the SQL of MySQL, even if the databases are H2
                .setProperty("hibernate.dialect", "org.hibernate.dialect.MySQLDialect")
                .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false");
        configuration.getProperties().put("hibernate.connection.datasource", sharded);
        configuration.getProperties().put(SnowflakeSettings.GENERATOR, ids);
        return configuration.buildSessionFactory();
    }

    /** Configures MyBatis to use connections that Hibernate commits and closes. */
    private static SqlSessionFactory myBatis(DataSource sharded, SnowflakeIdGenerator ids) {
        ManagedTransactionFactory transactions = new ManagedTransactionFactory();
        Properties managed = new Properties();
        managed.setProperty("closeConnection", "false");
        transactions.setProperties(managed);
        Configuration configuration = new Configuration(new Environment("payments", transactions, sharded));
        configuration.setMapUnderscoreToCamelCase(true);
        configuration.addMapper(PaymentMapper.class);
        configuration.addInterceptor(new SnowflakeInterceptor(ids));
        return new SqlSessionFactoryBuilder().build(configuration);
    }

    /** Writes orders in one transaction. All orders must belong to the same database. */
    void write(List<PlacedOrder> orders) {
        hibernate.inTransaction(session -> {
            for (PlacedOrder placed : orders) {
                session.persist(placed.order());
                placed.items().forEach(item -> item.setOrderId(placed.order().getId()));
                placed.items().forEach(session::persist);
            }
            session.flush();
            session.doWork(connection -> writePayments(connection, orders));
        });
    }

    private void writePayments(Connection connection, List<PlacedOrder> orders) {
        try (SqlSession payments = myBatis.openSession(ExecutorType.BATCH, connection)) {
            PaymentMapper mapper = payments.getMapper(PaymentMapper.class);
            for (PlacedOrder placed : orders) {
                Order order = placed.order();
                mapper.insert(new Payment(order.getId(), order.getAmountCents()));
            }
            payments.flushStatements();
        }
    }

    /** Returns the given order numbers that the database already contains. */
    List<Integer> stored(List<Integer> numbers) {
        return hibernate.fromSession(session -> session.createQuery(
                        "select number from Order where userId in :users and number in :numbers", Integer.class)
                .setParameterList(
                        "users", numbers.stream().map(OrderPlan::userOf).toList())
                .setParameterList("numbers", numbers)
                .getResultList());
    }

    List<Order> byId(long id) {
        return hibernate.fromSession(
                session -> Stream.ofNullable(session.find(Order.class, id)).toList());
    }

    List<Order> ofUser(long user) {
        return hibernate.fromSession(session -> session.createQuery("from Order where userId = :user", Order.class)
                .setParameter("user", user)
                .getResultList());
    }

    List<Order> ofPayment(long paymentId) {
        return hibernate.fromSession(session -> session.doReturningWork(connection -> {
            try (SqlSession payments = myBatis.openSession(connection)) {
                Order order = payments.getMapper(PaymentMapper.class).orderOf(paymentId);
                return Stream.ofNullable(order).toList();
            }
        }));
    }

    StatementCounter statements() {
        return statements;
    }

    @Override
    public void close() throws SQLException {
        hibernate.close();
        ids.close();
        ((ShardingSphereDataSource) sharded).close(); // this call also closes the pools
    }
}
