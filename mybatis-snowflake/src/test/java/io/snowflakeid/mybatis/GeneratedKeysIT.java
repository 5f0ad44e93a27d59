package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.mybatis.Rows.Plain;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * MySQL reports generated keys by counting from the last insert id, even for rows with own ids. MyBatis writes them back, so beans
 * would get ids that no row has.
 */
class GeneratedKeysIT {

    private static final String HERO = "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))";

    interface Mapper {
        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void list(List<Plain> heroes);

        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void bean(Plain hero);

        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        void mapWithoutKeyProperty(Map<String, Object> hero);
    }

    private final SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1)
            .inNamespace(UUID.randomUUID().toString()));

    @AfterEach
    void close() {
        ids.close();
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void beansHaveTheIdsOfTheirRows(ExecutorType executor) throws SQLException {
        try (MyBatisOn setup = MyBatisOn.on(
                DatabaseServer.mySqlOrMariaDb().newDatabase(), new SnowflakeInterceptor(ids), Mapper.class, HERO)) {
            List<Plain> first = heroes("a", 5);
            List<Plain> second = heroes("b", 5);
            Plain single = new Plain("c");
            second.get(2).id = 7L;

            List<BatchResult> batches = setup.call(executor, Mapper.class, mapper -> {
                mapper.list(first);
                mapper.list(second);
                mapper.bean(single);
            });

            Map<String, String> expected = new TreeMap<>();
            first.forEach(hero -> expected.put(hero.name, hero.id.toString()));
            second.forEach(hero -> expected.put(hero.name, hero.id.toString()));
            expected.put("c", single.id.toString());
            assertThat(setup.idsByName("hero")).isEqualTo(expected).containsEntry("b2", "7");
            assertThat(batches).hasSize(executor == ExecutorType.BATCH ? 2 : 0);
        }
    }

    @Test
    void aMapWithoutKeyPropertyTakesTheLargestIdPlusOne() throws SQLException {
        try (MyBatisOn setup = MyBatisOn.on(
                DatabaseServer.mySqlOrMariaDb().newDatabase(), new SnowflakeInterceptor(ids), Mapper.class, HERO)) {
            Plain ours = new Plain("a");

            setup.call(Mapper.class, mapper -> {
                mapper.bean(ours);
                mapper.mapWithoutKeyProperty(new HashMap<>(Map.of("name", "b")));
            });

            assertThat(setup.idsByName("hero")).containsEntry("b", String.valueOf(ours.id + 1));
        }
    }

    private static List<Plain> heroes(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> new Plain(prefix + i)).toList();
    }
}
