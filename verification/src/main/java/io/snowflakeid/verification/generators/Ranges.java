package io.snowflakeid.verification.generators;

import com.sankuai.inf.leaf.common.Result;
import com.sankuai.inf.leaf.common.Status;
import com.sankuai.inf.leaf.segment.SegmentIDGenImpl;
import com.sankuai.inf.leaf.segment.dao.IDAllocDao;
import com.sankuai.inf.leaf.segment.model.LeafAlloc;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.segment.SegmentIdSource;
import io.snowflakeid.segment.Segments;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import org.hibernate.id.IdentifierGeneratorHelper;
import org.hibernate.id.IntegralDataTypeHolder;
import org.hibernate.id.enhanced.AccessCallback;
import org.hibernate.id.enhanced.PooledLoOptimizer;
import org.jspecify.annotations.Nullable;

/**
 * Sources of dense numbers, each with a database that answers after a given time. Only the ranges of snowflakeid are stored in a real database, which
 * is H2 in memory. All sources begin with ranges of 1,000 numbers.
 */
final class Ranges {

    static final List<Long> MILLIS = List.of(1L, 10L, 100L);

    private static final int STEP = 1_000;
    private static final long LARGEST_STEP = 100_000_000;
    private static final long NANOS_PER_NUMBER = 10_000;
    private static final int NUMBERS = 200_000; // in two seconds
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** The 99.9th percentile of the duration of a call, in microseconds, for each database latency in {@link #MILLIS}. */
    record Row(String source, List<Double> micros) {}

    private Ranges() {}

    static List<Row> measure() {
        return List.of(
                row(Generator.SNOWFLAKEID_SEGMENTS, Ranges::ofOurs),
                row(Generator.LEAF_SEGMENTS, Ranges::ofLeaf),
                row(Generator.COSID_SEGMENT_CHAIN, Ranges::ofCosId),
                row(Generator.POOLED_LO, Ranges::pooledLo));
    }

    private static Row row(Generator generator, LongFunction<Ids> source) {
        return new Row(
                generator.title,
                MILLIS.stream().map(source::apply).map(Ranges::percentile).toList());
    }

    /** Returns the 99.9th percentile of the duration of a call, in microseconds, at 100,000 calls per second. */
    private static double percentile(Ids ids) {
        long[] nanos = new long[NUMBERS];
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < NUMBERS; i++) {
                while (System.nanoTime() - start < i * NANOS_PER_NUMBER) {
                    Thread.onSpinWait();
                }
                long before = System.nanoTime();
                ids.next();
                nanos[i] = System.nanoTime() - before;
            }
        }
        Arrays.sort(nanos);
        return nanos[(int) (NUMBERS * 0.999)] / 1_000.0;
    }

    private static void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    static Ids ofOurs(long millis) {
        HikariDataSource database = new HikariDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                pause(millis);
                return super.getConnection();
            }
        };
        database.setJdbcUrl("jdbc:h2:mem:ranges" + DATABASES.incrementAndGet());
        SegmentIdSource numbers = Segments.on(database)
                .acceptVolatileStorage()
                .build()
                .tag("t")
                .step(STEP, LARGEST_STEP)
                .open();
        return numbers::nextId;
    }

    /** Leaf gives up a call after about 10 ms without a range, so a call is repeated until Leaf returns a number. */
    static Ids ofLeaf(long millis) {
        AtomicLong max = new AtomicLong();
        SegmentIDGenImpl leaf = new SegmentIDGenImpl();
        leaf.setDao((IDAllocDao) Proxy.newProxyInstance(
                Ranges.class.getClassLoader(), new Class<?>[] {IDAllocDao.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getAllTags")) {
                        return List.of("t");
                    }
                    pause(millis);
                    int step = arguments[0] instanceof LeafAlloc wanted ? wanted.getStep() : STEP;
                    LeafAlloc range = new LeafAlloc();
                    range.setKey("t");
                    range.setStep(STEP);
                    range.setMaxId(max.addAndGet(step));
                    return range;
                }));
        leaf.init();
        return () -> {
            Result result = leaf.get("t");
            while (result.getStatus() != Status.SUCCESS) {
                result = leaf.get("t");
            }
            return result.getId();
        };
    }

    static Ids ofCosId(long millis) {
        return new SegmentChainId(new IdSegmentDistributor.Atomic(STEP) {
            @Override
            public long nextMaxId(long step) {
                pause(millis);
                return super.nextMaxId(step);
            }
        })::generate;
    }

    static Ids pooledLo(long millis) {
        AtomicLong next = new AtomicLong(1);
        PooledLoOptimizer optimizer = new PooledLoOptimizer(Long.class, STEP);
        AccessCallback database = new AccessCallback() {
            @Override
            public IntegralDataTypeHolder getNextValue() {
                pause(millis);
                return IdentifierGeneratorHelper.getIntegralDataTypeHolder(Long.class)
                        .initialize(next.getAndAdd(STEP));
            }

            @Override
            public @Nullable String getTenantIdentifier() {
                return null;
            }
        };
        return () -> (Long) optimizer.generate(database);
    }
}
