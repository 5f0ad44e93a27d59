package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.redis.JedisScripts;
import io.snowflakeid.redis.RedisWorkerLedger;
import io.snowflakeid.verification.makers.RedisStore;
import io.snowflakeid.verification.performance.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.h2.store.fs.FileUtils;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** The times from the creation of a ledger to the first id, in milliseconds, for the first start and for later starts. */
record Starts(String source, double cold, double median, double slowest) {

    private static final int REDIS_TIMEOUT_MILLIS = 5_000;

    static List<Starts> all(Effort effort, DataSource pool, String product, @Nullable Database redis)
            throws IOException {
        int rounds = effort.starts();
        List<Starts> starts = new ArrayList<>();
        starts.add(of("fixed", rounds, () -> FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 0)));
        Path folder = Files.createTempDirectory(GrowthCommand.NAME);
        try {
            FixedWorkerLedger stored =
                    FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 0).storedIn(folder.resolve("window"));
            starts.add(of("window file", rounds, () -> stored));
        } finally {
            FileUtils.deleteRecursive(folder.toString(), false);
        }
        starts.add(of(product, rounds, () -> effort.ledger(pool, "starts")));
        if (redis != null) {
            starts.add(ofRedis(rounds, redis));
        }
        return starts;
    }

    private static Starts ofRedis(int rounds, Database redis) {
        try (RedisClient client = RedisStore.client(redis, REDIS_TIMEOUT_MILLIS)) {
            Supplier<RedisWorkerLedger> ledger =
                    () -> RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, new JedisScripts(client))
                            .namespace(GrowthCommand.NAME)
                            .build();
            try {
                ledger.get().setUpForFirstUse();
                return of(RedisStore.version(redis), rounds, ledger::get);
            } finally {
                client.del("snowflake:{" + GrowthCommand.NAME + "}");
            }
        }
    }

    private static Starts of(String source, int rounds, Supplier<WorkerLedger> ledger) {
        double cold = millis(ledger);
        Measured warm = new Measured(
                IntStream.range(0, rounds).mapToObj(round -> millis(ledger)).toList());
        return new Starts(source, cold, warm.median(), Collections.max(warm.rounds()));
    }

    static double millis(Supplier<WorkerLedger> ledger) {
        long start = System.nanoTime();
        try (SnowflakeIdGenerator generator = SnowflakeIdGenerator.on(ledger.get())) {
            long id = generator.nextId();
            long nanos = System.nanoTime() - start;
            return id > 0 ? nanos / 1e6 : Double.NaN;
        }
    }
}
