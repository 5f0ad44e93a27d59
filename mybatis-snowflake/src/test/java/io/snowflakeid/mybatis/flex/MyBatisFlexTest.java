package io.snowflakeid.mybatis.flex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mybatisflex.annotation.Id;
import com.mybatisflex.annotation.KeyType;
import com.mybatisflex.annotation.Table;
import com.mybatisflex.core.BaseMapper;
import com.mybatisflex.core.datasource.FlexDataSource;
import com.mybatisflex.core.keygen.KeyGenerators;
import com.mybatisflex.core.mybatis.FlexConfiguration;
import com.mybatisflex.core.mybatis.FlexSqlSessionFactoryBuilder;
import com.mybatisflex.core.row.Row;
import com.mybatisflex.core.row.RowMapper;
import io.snowflakeid.mybatis.MyBatisOn;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.logging.nologging.NoLoggingImpl;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On the real MyBatis-Flex, whose statements bind values without MyBatis's mappings. */
class MyBatisFlexTest {

    @Table("hero")
    public static class Hero {
        @Id
        @SnowflakeId
        public Long id;

        public String name;

        static Hero named(String name) {
            Hero hero = new Hero();
            hero.name = name;
            return hero;
        }
    }

    @Table("hero")
    public static class Counted {
        @Id(keyType = KeyType.Auto)
        @SnowflakeId
        public Long id;

        public String name = "Ann";
    }

    @Table("hero")
    public static class Generated {
        @Id(keyType = KeyType.Generator, value = KeyGenerators.flexId)
        @SnowflakeId
        public Long id;
    }

    @Table("hero")
    public static class Sequenced {
        @Id(keyType = KeyType.Sequence, value = "SELECT 5")
        @SnowflakeId
        public Long id;
    }

    interface CountedMapper extends BaseMapper<Counted> {}

    interface GeneratedMapper extends BaseMapper<Generated> {}

    interface SequencedMapper extends BaseMapper<Sequenced> {}

    interface Mapper extends BaseMapper<Hero> {
        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        void ownStatement(Hero hero);
    }

    private TestDatabase database;
    private final PredictableIds ids = new PredictableIds();

    @BeforeEach
    void createTable() throws SQLException {
        database = TestDatabase.h2("flex_" + UUID.randomUUID());
        database.execute("CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))");
    }

    @AfterEach
    void dropTable() throws SQLException {
        database.close();
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void aMarkedRowHasItsId(ExecutorType executor) {
        List<Hero> heroes = List.of(
                Hero.named("insert"),
                Hero.named("selective"),
                Hero.named("upsert"),
                Hero.named("own"),
                Hero.named("list 1"),
                Hero.named("list 2"),
                Hero.named("set"));
        heroes.get(6).id = 7L;
        inserting(executor, Mapper.class, mapper -> {
            mapper.insert(heroes.get(0));
            mapper.insertSelective(heroes.get(1));
            mapper.insertOrUpdate(heroes.get(2));
            mapper.ownStatement(heroes.get(3));
            mapper.insertBatch(heroes.subList(4, 6));
            mapper.insert(heroes.get(6));
        });

        Map<String, String> stored = stored();
        assertThat(stored).hasSize(7);
        assertThat(heroes).allSatisfy(hero -> assertThat(stored).containsEntry(hero.name, String.valueOf(hero.id)));
        assertThat(heroes).extracting(hero -> hero.id).startsWith(1001L).endsWith(7L);
    }

    @Test
    void anIdOfAnotherSourceIsRefused() {
        assertRefused(CountedMapper.class, new Counted(), "never uses the id that Counted.id would get");
        assertRefused(GeneratedMapper.class, new Generated(), "writes Generated.id as well");
        assertRefused(SequencedMapper.class, new Sequenced(), "writes Sequenced.id as well");
    }

    private <T> void assertRefused(Class<? extends BaseMapper<T>> type, T row, String why) {
        assertThatThrownBy(() -> inserting(ExecutorType.SIMPLE, type, mapper -> mapper.insert(row)))
                .rootCause()
                .hasMessageContaining(why);
        assertThat(row).hasFieldOrPropertyWithValue("id", null);
        assertThat(stored()).isEmpty();
    }

    @Test
    void aRowOfNoClassIsLeftToFlex() {
        inserting(
                ExecutorType.SIMPLE,
                RowMapper.class,
                mapper -> mapper.insert(null, "hero", new Row().set("id", 5L).set("name", "Ann")));

        assertThat(stored()).containsExactly(Map.entry("Ann", "5"));
        assertThat(ids.asked).isEmpty();
    }

    private <M> void inserting(ExecutorType executor, Class<M> mapper, Consumer<M> calls) {
        String name = UUID.randomUUID().toString();
        FlexConfiguration configuration = new FlexConfiguration(
                new Environment(name, new JdbcTransactionFactory(), new FlexDataSource(name, database.dataSource())));
        configuration.setLogImpl(NoLoggingImpl.class);
        configuration.addInterceptor(new SnowflakeInterceptor(ids));
        SqlSessionFactory sessions = new FlexSqlSessionFactoryBuilder().build(configuration);
        if (!configuration.hasMapper(mapper)) {
            configuration.addMapper(mapper);
        }
        try (SqlSession session = sessions.openSession(executor)) {
            calls.accept(session.getMapper(mapper));
            session.commit();
        }
    }

    private Map<String, String> stored() {
        return MyBatisOn.idsByName(database, "hero");
    }
}
