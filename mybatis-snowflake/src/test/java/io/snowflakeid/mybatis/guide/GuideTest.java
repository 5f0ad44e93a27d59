package io.snowflakeid.mybatis.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.mybatis.MyBatisOn;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.testing.Snippets;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.junit.jupiter.api.Test;

/** Holds docs/mybatis.md to code that runs. */
class GuideTest {

    private static final String HERO = "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40), guild_id BIGINT)";

    @Test
    void everyBlockOfThePageIsRunByTests() {
        Snippets.areAllFound("docs/mybatis.md", "src/test/java", "src/test/resources");
    }

    @Test
    void anXmlConfiguration() throws IOException, SQLException {
        try (TestDatabase database = TestDatabase.h2("guide_" + UUID.randomUUID());
                Reader xml = Resources.getResourceAsReader("io/snowflakeid/mybatis/guide/mybatis-config.xml")) {
            database.execute(HERO);
            Properties properties = new Properties();
            properties.setProperty("url", database.url());
            properties.setProperty("user", database.user());
            SqlSessionFactory sqlSessionFactory = new SqlSessionFactoryBuilder().build(xml, properties);
            Hero ann = new Hero("Ann");
            List<Hero> more = List.of(new Hero("Bob"), new Hero("Cid"));
            HeroMapper.Guild guild = new HeroMapper.Guild("Owls", List.of(new Hero("Dan")));

            try (SqlSession session = sqlSessionFactory.openSession(true)) {
                HeroMapper mapper = session.getMapper(HeroMapper.class);
                mapper.insert(ann);
                mapper.insertAll(more);
                mapper.insertHeroesOf(guild);
            }
            MyBatisOn.closeInterceptorsOf(sqlSessionFactory);

            assertThat(List.of(ann, more.get(0), more.get(1), guild.heroes().get(0)))
                    .extracting(Hero::getId)
                    .doesNotContainNull()
                    .doesNotHaveDuplicates();
        }
    }

    /** Configured only by XML. */
    @Test
    void anXmlConfigurationWithALedger() throws IOException, SQLException {
        try (Reader xml = Resources.getResourceAsReader("io/snowflakeid/mybatis/guide/ledger-config.xml")) {
            SqlSessionFactory sqlSessionFactory = new SqlSessionFactoryBuilder().build(xml);
            Hero ann = new Hero("Ann");
            try (SqlSession session = sqlSessionFactory.openSession(true)) {
                session.getConnection().createStatement().execute(HERO);
                session.getMapper(HeroMapper.class).insert(ann);
            }
            MyBatisOn.closeInterceptorsOf(sqlSessionFactory);

            assertThat(SnowflakeLayout.DEFAULT.decode(ann.getId()).worker()).isZero();
        }
    }

    @Test
    void theShapesOfThePage() throws SQLException {
        Map<String, Object> row = new HashMap<>(Map.of("name", "map"));
        try (MyBatisOn setup = MyBatisOn.onH2(new SnowflakeInterceptor(new PredictableIds()), Shapes.class, HERO)) {
            setup.call(Shapes.class, shapes -> {
                shapes.mapAsTheRow(row);
                shapes.deeper(new Shapes.Request(new Shapes.CreateHero(new Hero("deeper"), "me")));
            });
            assertThat(setup.idsByName("hero")).isEqualTo(Map.of("map", "1001", "deeper", "1002"));
        }
        assertThat(row).containsEntry("id", 1001L);
    }

    // ---- errors

    static class Order {
        @SnowflakeId
        Long id;

        Customer customer = new Customer();
    }

    static class Customer {
        @SnowflakeId
        Long id;
    }

    interface Wrong {
        @Insert("INSERT INTO orders (id, customer_id) VALUES (#{id}, #{customer.id})")
        void insertOrder(Order order);

        @Insert("INSERT INTO customer (name) VALUES ('Ann')")
        void insertCustomer(Customer customer);
    }

    @Test
    void theErrorsAreThoseOfThePage() throws SQLException, IOException {
        String page = Files.readString(Path.of("..", "docs", "mybatis.md")).replaceAll("\\s+", " ");
        try (MyBatisOn setup = MyBatisOn.onH2(new SnowflakeInterceptor(new PredictableIds()), Wrong.class)) {
            assertThatThrownBy(() -> setup.call(Wrong.class, mapper -> mapper.insertOrder(new Order())))
                    .rootCause()
                    .satisfies(error -> assertThat(page).contains(shown(error)));
            assertThatThrownBy(() -> setup.call(Wrong.class, mapper -> mapper.insertCustomer(new Customer())))
                    .rootCause()
                    .satisfies(error -> assertThat(page).contains(shown(error)));
        }
    }

    private static String shown(Throwable error) {
        return String.valueOf(error.getMessage()).replace(Wrong.class.getName(), "app.OrderMapper");
    }

    // ---- genes, texts

    static class ShardedOrder {
        @SnowflakeId(geneFrom = "customer.tenantId")
        private Long id;

        private Tenant customer = new Tenant();
    }

    static class Tenant {
        private final long tenantId = 42;
    }

    static class ShardedItem {
        @SnowflakeId(geneOf = "order")
        private Long id;

        private ShardedOrder order;
    }

    static class Voucher {
        @SnowflakeId(format = "base62")
        private String id;
    }

    interface More {
        @Insert("INSERT INTO hero (guild_id, id) VALUES (1, #{id})")
        void insert(Object row);

        @Insert("INSERT INTO voucher (id) VALUES (#{id})")
        void insertVoucher(Voucher voucher);
    }

    @Test
    void genesAndTexts() throws SQLException {
        SnowflakeLayout withGene = SnowflakeLayout.DEFAULT.withGene(6);
        ShardedOrder order = new ShardedOrder();
        ShardedItem item = new ShardedItem();
        item.order = order;
        Voucher voucher = new Voucher();
        try (MyBatisOn setup = MyBatisOn.onH2(
                new SnowflakeInterceptor(new PredictableIds(withGene)),
                More.class,
                HERO,
                "CREATE TABLE voucher (id VARCHAR(11) PRIMARY KEY)")) {
            setup.call(More.class, mapper -> {
                mapper.insert(order);
                mapper.insert(item);
                mapper.insertVoucher(voucher);
            });
        }

        assertThat(withGene.geneIn(order.id)).isEqualTo(Gene.of(order.customer.tenantId, 6));
        assertThat(withGene.geneIn(item.id)).isEqualTo(withGene.geneIn(item.order.id));
        assertThat(IdFormat.BASE62.parse(voucher.id)).isPositive();
    }
}
