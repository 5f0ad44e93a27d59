package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.mybatis.Rows.Hero;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;

/** All threads share an interceptor and a configuration; the state of a call belongs to its thread. */
class ConcurrentInsertsTest {

    private static final int THREADS = 4;
    private static final int ROUNDS = 50;
    private static final List<ExecutorType> EXECUTORS = List.of(ExecutorType.values());

    interface Mapper {
        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insert(List<Hero> heroes);
    }

    @Test
    void beansOfAllThreadsHaveTheIdsOfTheirRows() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(
                        FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 4).inNamespace("concurrent"));
                MyBatisOn setup = MyBatisOn.onH2(
                        new SnowflakeInterceptor(ids),
                        Mapper.class,
                        "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            List<Callable<List<Hero>>> tasks = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                tasks.add(() -> insertAll(setup, thread));
            }

            List<Hero> all = new ArrayList<>();
            for (Future<List<Hero>> inserted : threads.invokeAll(tasks)) {
                all.addAll(inserted.get());
            }

            var rows = setup.idsByName("hero");
            assertThat(rows).hasSize(THREADS * ROUNDS * 3);
            assertThat(all).allSatisfy(hero -> assertThat(rows).containsEntry(hero.name, hero.id.toString()));
        } finally {
            threads.shutdown();
        }
    }

    private static List<Hero> insertAll(MyBatisOn setup, int thread) {
        List<Hero> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Hero> heroes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                heroes.add(new Hero(thread + "-" + round + "-" + i));
            }
            ExecutorType executor = EXECUTORS.get(round % EXECUTORS.size());
            setup.call(executor, Mapper.class, mapper -> mapper.insert(heroes));
            all.addAll(heroes);
        }
        return all;
    }
}
