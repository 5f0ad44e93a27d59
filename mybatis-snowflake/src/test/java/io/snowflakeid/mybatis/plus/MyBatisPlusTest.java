package io.snowflakeid.mybatis.plus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import io.snowflakeid.Gene;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.mybatis.MyBatisOn;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.testing.servers.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On the real MyBatis-Plus. */
class MyBatisPlusTest {

    private static final long FIRST = PredictableIds.FIRST;

    private TestDatabase database;
    private PredictableIds ids = new PredictableIds();

    @BeforeEach
    void createTables() throws SQLException {
        database = TestDatabase.h2("plus_" + UUID.randomUUID());
        database.execute("CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40), user_id BIGINT)");
        database.execute("CREATE TABLE note (id VARCHAR(32) PRIMARY KEY, name VARCHAR(40))");
        database.execute("CREATE TABLE legacy (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))");
    }

    @AfterEach
    void dropTables() throws SQLException {
        database.close();
    }

    @Test
    void assignsTheIdsOfARowAndOfACollectionAndKeepsThoseThatAreSet() {
        List<Hero> heroes = List.of(new Hero("Bob", null), new Hero("Cid", null), new Hero("Dan", 5L));
        Hero ann = new Hero("Ann", null);
        inserting(HeroMapper.class, mapper -> {
            mapper.insert(ann);
            mapper.insert(heroes);
        });

        assertThat(ann.id).isEqualTo(FIRST);
        assertThat(heroes).extracting(hero -> hero.id).containsExactly(FIRST + 1, FIRST + 2, 5L);
        assertThat(idsIn("hero")).isEqualTo(Map.of("Ann", "1001", "Bob", "1002", "Cid", "1003", "Dan", "5"));
    }

    @Test
    void aPrimitiveZeroAndAnEmptyTextAreUnsetAndAllTypesHoldTheId() {
        Primitive row = new Primitive();
        Note note = new Note();
        note.id = "";
        Big big = new Big();
        Exact exact = new Exact();
        inserting(PrimitiveMapper.class, mapper -> mapper.insert(row));
        inserting(NoteMapper.class, mapper -> mapper.insert(note));
        inserting(BigMapper.class, mapper -> mapper.insert(big));
        inserting(ExactMapper.class, mapper -> mapper.insert(exact));

        assertThat(row.id).isEqualTo(FIRST);
        assertThat(note.id).isEqualTo("1002");
        assertThat(big.id).isEqualTo(1003);
        assertThat(exact.id).isEqualTo("1004");
    }

    @Test
    void aUuidStaysThatOfMyBatisPlus() {
        Uuid row = new Uuid();
        inserting(UuidMapper.class, mapper -> mapper.insert(row));

        assertThat(row.id).matches("[0-9a-f]{32}");
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void refusesAKeyIntoWhichAnIdWouldBeCut() {
        Small small = new Small();

        assertThatThrownBy(() -> inserting(SmallMapper.class, mapper -> mapper.insert(small)))
                .rootCause()
                .hasMessageContainingAll(
                        "cannot generate Small.id",
                        "does not fit into Integer",
                        "make it a Long or a String",
                        "its column BIGINT or VARCHAR(19)");
        assertThat(small.id).isNull();
    }

    // ---- genes and formats

    @Test
    void givesTheGeneThatTheMarkAsksFor() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT.withGene(3);
        ids = new PredictableIds(layout);
        Sharded sharded = new Sharded();
        assertThatThrownBy(() -> inserting(ShardedMapper.class, mapper -> mapper.insert(sharded)))
                .rootCause()
                .hasMessageContainingAll("Sharded.id", "userId");
        assertThat(sharded.id).isNull();

        sharded.userId = 4711L;
        inserting(ShardedMapper.class, mapper -> mapper.insert(sharded));
        assertThat(layout.geneIn(sharded.id)).isEqualTo(Gene.of(4711, 3)).isNotZero();
    }

    @Test
    void refusesAFormatThatANumberCannotHave() {
        inserting(TerseMapper.class, mapper -> {});

        assertThatThrownBy(() -> IdWorker.getId(new Terse()))
                .hasMessageContainingAll(
                        "cannot generate Terse.id",
                        "texts in base62",
                        "converts a number to decimal text",
                        "remove the format",
                        "or set it by SnowflakeInterceptor.annotatedOnly(ids)");
    }

    // ---- beside the interceptor

    /** MyBatis-Plus omits the column of an AUTO id only if the id is not set. */
    @Test
    void anInterceptorForAllGivesIdsToTablesWithAutoIncrementAndOneForAnnotationsDoesNot() {
        Legacy counted = new Legacy("old");
        Legacy ours = new Legacy("new");
        inserting(LegacyMapper.class, mapper -> mapper.insert(counted));
        assertThat(ids.asked).isEmpty();
        inserting(
                ExecutorType.SIMPLE,
                List.of(new SnowflakeInterceptor(ids)),
                LegacyMapper.class,
                mapper -> mapper.insert(ours));

        assertThat(List.of(counted.id, ours.id)).containsExactly(1L, FIRST);
        assertThat(idsIn("legacy")).isEqualTo(Map.of("old", "1", "new", "1001"));
    }

    @Test
    void anInterceptorSetsMarkedIdsFirstAndMyBatisPlusKeepsThem() {
        Terse marked = new Terse();
        Hero hero = new Hero("Ann", null);
        inserting(TerseMapper.class, mapper -> mapper.insert(marked));
        inserting(HeroMapper.class, mapper -> mapper.insert(hero));

        assertThat(marked.id).isEqualTo("G9"); // 1001 in base62
        assertThat(hero.id).isEqualTo(FIRST + 1);
        assertThat(idsIn("hero")).isEqualTo(Map.of("Ann", "1002"));
    }

    /** The first insert is checked, and later ones might take a shorter way. */
    @ParameterizedTest
    @EnumSource(names = {"SIMPLE", "BATCH"})
    void aMarkedIdBesideTheKeyIsSetInEachInsert(ExecutorType executor) {
        List<User> users = List.of(new User(null), new User(null), new User(7L));
        List<Interceptor> interceptors = List.of(new SnowflakeInterceptor(ids));
        inserting(executor, interceptors, HeroMapper.class, mapper -> users.forEach(mapper::insertUser));

        assertThat(users)
                .flatExtracting(user -> user.userId, user -> user.id)
                .containsExactly(1001L, 1002L, 1003L, 1004L, 1005L, 7L);
    }

    // ---- upserts

    @Test
    void anUpsertHasTheIdOfItsRowOrIsRefused() {
        Hero old = new Hero("Ann", 5L);
        Hero read = new Hero("Ann", null);
        Hero meant = new Hero("Ann", null);
        inserting(UpsertMapper.class, mapper -> {
            mapper.insert(old);
            mapper.upsertReadingBack(read);
            mapper.upsertUnchecked(meant);
        });
        assertThat(read.id).isEqualTo(5);
        assertThat(meant.id).isEqualTo(FIRST + 1);

        for (ExecutorType executor : ExecutorType.values()) {
            Hero refused = new Hero("Ann", null);
            assertThatThrownBy(() -> inserting(
                            executor,
                            List.of(SnowflakeInterceptor.annotatedOnly(ids)),
                            UpsertMapper.class,
                            mapper -> mapper.upsert(refused)))
                    .rootCause()
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("Hero.id would differ", "useGeneratedKeys", "'unchecked-id'");
            assertThat(refused.id).isNull();
        }
        assertThat(idsIn("hero")).isEqualTo(Map.of("Ann", "5"));
    }

    @Test
    void aRowThatIsLeftOutHasNoId() {
        Hero left = new Hero("Ann", null);
        Hero fresh = new Hero("Bob", null);
        Big big = new Big();
        big.name = "Ann";
        inserting(UpsertMapper.class, mapper -> {
            mapper.insert(new Hero("Ann", 5L));
            mapper.insertIfAbsent(left);
            mapper.insertIfAbsent(fresh);
        });
        inserting(BigMapper.class, mapper -> mapper.insertIfAbsent(big));

        assertThat(left.id).isNull();
        assertThat(big.id).isNull();
        assertThat(idsIn("hero")).isEqualTo(Map.of("Ann", "5", "Bob", String.valueOf(fresh.id)));
    }

    @Test
    void withoutTheInterceptorNoIdIsGiven() {
        Hero hero = new Hero("Ann", null);
        assertThatThrownBy(() ->
                        inserting(ExecutorType.SIMPLE, List.of(), HeroMapper.class, mapper -> mapper.insert(hero)))
                .rootCause()
                .hasMessageContainingAll("cannot generate Hero.id", "add SnowflakeInterceptor.annotatedOnly(ids)");
        assertThat(hero.id).isNull();
        assertThat(idsIn("hero")).isEmpty();
    }

    // ---- the application

    private <M> void inserting(Class<M> mapper, Consumer<M> calls) {
        inserting(ExecutorType.SIMPLE, List.of(SnowflakeInterceptor.annotatedOnly(ids)), mapper, calls);
    }

    private <M> void inserting(
            ExecutorType executor, List<Interceptor> interceptors, Class<M> mapper, Consumer<M> calls) {
        try (SqlSession session = sessions(interceptors, mapper).openSession(executor)) {
            calls.accept(session.getMapper(mapper));
            session.commit();
        }
    }

    private SqlSessionFactory sessions(List<Interceptor> interceptors, Class<?> mapper) {
        MybatisConfiguration configuration =
                new MybatisConfiguration(new Environment("test", new JdbcTransactionFactory(), database.dataSource()));
        interceptors.forEach(configuration::addInterceptor);
        GlobalConfig global = GlobalConfigUtils.defaults();
        global.setIdentifierGenerator(new SnowflakeIdentifierGenerator(ids));
        GlobalConfigUtils.setGlobalConfig(configuration, global);
        SqlSessionFactory sessions = new MybatisSqlSessionFactoryBuilder().build(configuration);
        configuration.addMapper(mapper);
        return sessions;
    }

    private Map<String, String> idsIn(String table) {
        return MyBatisOn.idsByName(database, table);
    }

    interface HeroMapper extends BaseMapper<Hero> {
        @Insert("INSERT INTO hero (id, user_id) VALUES (#{id}, #{userId})")
        @Options(keyProperty = "id")
        void insertUser(User user);
    }

    interface UpsertMapper extends BaseMapper<Hero> {
        String MERGE = "MERGE INTO hero h USING (VALUES (#{id}, #{name})) v (id, name) ON h.name = v.name"
                + " WHEN MATCHED THEN UPDATE SET user_id = 1"
                + " WHEN NOT MATCHED THEN INSERT (id, name) VALUES (v.id, v.name)";

        @Insert(MERGE)
        void upsert(Hero hero);

        @Insert(MERGE)
        @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
        void upsertReadingBack(Hero hero);

        @Insert(MERGE)
        @Options(keyColumn = SnowflakeInterceptor.UNCHECKED_ID)
        void upsertUnchecked(Hero hero);

        @Insert(IF_ABSENT)
        void insertIfAbsent(Hero hero);
    }

    static final String IF_ABSENT = "INSERT INTO hero (id, name) SELECT #{id}, #{name}"
            + " WHERE NOT EXISTS (SELECT 1 FROM hero WHERE name = #{name})";

    interface NoteMapper extends BaseMapper<Note> {}

    interface BigMapper extends BaseMapper<Big> {
        @Insert(IF_ABSENT)
        void insertIfAbsent(Big big);
    }

    interface ExactMapper extends BaseMapper<Exact> {}

    interface UuidMapper extends BaseMapper<Uuid> {}

    interface PrimitiveMapper extends BaseMapper<Primitive> {}

    interface SmallMapper extends BaseMapper<Small> {}

    interface ShardedMapper extends BaseMapper<Sharded> {}

    interface TerseMapper extends BaseMapper<Terse> {}

    interface LegacyMapper extends BaseMapper<Legacy> {}

    @TableName("hero")
    static class Hero {
        @TableId(type = IdType.ASSIGN_ID)
        Long id;

        String name;

        Hero(String name, Long id) {
            this.name = name;
            this.id = id;
        }
    }

    /** Has an id of ours beside the key that MyBatis-Plus assigns. */
    static class User extends Hero {
        @SnowflakeId
        Long userId;

        User(Long id) {
            super("user", id);
        }
    }

    @TableName("note")
    static class Note {
        @TableId(type = IdType.ASSIGN_ID)
        String id;
    }

    @TableName("hero")
    static class Big {
        @TableId(type = IdType.ASSIGN_ID)
        BigInteger id;

        String name;
    }

    @TableName("hero")
    static class Exact {
        @TableId(type = IdType.ASSIGN_ID)
        BigDecimal id;
    }

    @TableName("note")
    static class Uuid {
        @TableId(type = IdType.ASSIGN_UUID)
        String id;
    }

    @TableName("hero")
    static class Primitive {
        @TableId(type = IdType.ASSIGN_ID)
        long id;
    }

    @TableName("hero")
    static class Small {
        @TableId(type = IdType.ASSIGN_ID)
        Integer id;
    }

    @TableName("hero")
    static class Sharded {
        @TableId(type = IdType.ASSIGN_ID)
        @SnowflakeId(geneFrom = "userId")
        Long id;

        Long userId;
    }

    @TableName("note")
    static class Terse {
        @TableId(type = IdType.ASSIGN_ID)
        @SnowflakeId(format = "base62")
        String id;
    }

    @TableName("legacy")
    static class Legacy {
        @TableId(type = IdType.AUTO)
        Long id;

        String name;

        Legacy(String name) {
            this.name = name;
        }
    }
}
