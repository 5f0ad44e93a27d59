package io.snowflakeid.benchmarks.generators;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.GeneratorListener;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SystemEpochClock;
import org.h2.jdbcx.JdbcDataSource;

/** What is measured; peers as they are where nothing but the worker is configured. */
public enum Generator {
    /** Any shared counter costs this. */
    ATOMIC_LONG,
    /** A ticket by fetch-and-add, one volatile read, and the bits put in place: what an id costs where no clock is needed. */
    FLOOR,
    /** A ticket, and a clock that a helper thread publishes: {@link PublishedClock}. */
    PUBLISHED_CLOCK,
    /** Ours, a worker that is given. */
    SNOWFLAKEID,
    /** Ours on a lease from a database, with 4 bits of gene and a listener. */
    SNOWFLAKEID_LEASED,
    AGRONA,
    MYBATIS_PLUS,
    HUTOOL,
    HYPERSISTENCE_TSID,
    COSID;

    private static final int WORKER = 1;

    /** Makes ids with 12 bits of sequence, or with {@code wide} so many that no benchmark fills a millisecond, as far as it can be told to. */
    LongSupplier open(boolean wide) {
        return switch (this) {
            case ATOMIC_LONG -> new AtomicLong()::getAndIncrement;
            case FLOOR -> new Floor()::next;
            case PUBLISHED_CLOCK -> new PublishedClock(sequenceBits(wide))::next;
            case SNOWFLAKEID -> SnowflakeIdGenerator.on(FixedWorkerLedger.of(layout(wide, 0), WORKER))::nextId;
            case SNOWFLAKEID_LEASED -> leased(layout(wide, 4))::nextId;
            case AGRONA ->
                new org.agrona.concurrent.SnowflakeIdGenerator(
                        22 - sequenceBits(wide), sequenceBits(wide), WORKER, 0, SystemEpochClock.INSTANCE)::nextId;
            case MYBATIS_PLUS -> new Sequence(WORKER, WORKER)::nextId;
            case HUTOOL -> new Snowflake(WORKER, WORKER)::nextId;
            case HYPERSISTENCE_TSID -> {
                TSID.Factory factory = TSID.Factory.builder().withNode(WORKER).build();
                yield () -> factory.generate().toLong();
            }
            case COSID -> new MillisecondSnowflakeId(WORKER)::generate;
        };
    }

    private static int sequenceBits(boolean wide) {
        return wide ? 21 : 12;
    }

    private static SnowflakeLayout layout(boolean wide, int geneBits) {
        int sequenceBits = wide ? 21 - geneBits : 12;
        return SnowflakeLayout.builder()
                .timestampBits(41)
                .datacenterBits(0)
                .workerBits(22 - sequenceBits - geneBits)
                .sequenceBits(sequenceBits)
                .geneBits(geneBits)
                .build();
    }

    private static SnowflakeIdGenerator leased(SnowflakeLayout layout) {
        JdbcDataSource ledger = new JdbcDataSource();
        ledger.setURL("jdbc:h2:mem:generators;DB_CLOSE_DELAY=-1");
        return SnowflakeIdGenerator.builder(
                        JdbcWorkerLedger.shared(layout, ledger).build())
                .listener(new GeneratorListener() {})
                .build();
    }

    private static final class Floor {
        private final AtomicLong next = new AtomicLong();
        private volatile long worker = WORKER;

        long next() {
            return (next.getAndIncrement() << 1) | worker;
        }
    }
}
