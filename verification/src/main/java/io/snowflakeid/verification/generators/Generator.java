package io.snowflakeid.verification.generators;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import com.sankuai.inf.leaf.snowflake.SnowflakeIDGenImpl;
import com.xfvape.uid.impl.DefaultUidGenerator;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.GeneratorListener;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SystemEpochClock;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.snowflake.SnowflakeKeyGenerateAlgorithm;
import org.h2.jdbcx.JdbcDataSource;
import org.objenesis.ObjenesisStd;

/** The measured generators, in their default configuration except for the worker. */
public enum Generator {
    ATOMIC_LONG("AtomicLong", true, wide -> new AtomicLong()::getAndIncrement),
    /** A generator without a clock, whose only work for an id is one fetch-and-add and one volatile read. */
    FLOOR("floor: counter and bits", true, wide -> new Floor()),
    PUBLISHED_CLOCK("prototype: published clock", true, wide -> new PublishedClock(sequenceBits(wide))::next),
    SNOWFLAKEID(
            "snowflakeid",
            true,
            wide -> new Ids.OfOurs(
                    SnowflakeIdGenerator.on(FixedWorkerLedger.of(layout(41, sequenceBits(wide), 0), Ids.WORKER)))),
    SNOWFLAKEID_LEASED(
            "snowflakeid: JDBC lease, genes, listener",
            true,
            wide -> new Ids.OfOurs(leased(wide ? layout(39, 20, 4) : layout(41, 12, 4)))),
    AGRONA(
            "Agrona",
            true,
            wide -> new org.agrona.concurrent.SnowflakeIdGenerator(
                    22 - sequenceBits(wide), sequenceBits(wide), Ids.WORKER, 0, SystemEpochClock.INSTANCE)::nextId),
    MYBATIS_PLUS("MyBatis-Plus", false, wide -> new Sequence(Ids.WORKER, Ids.WORKER)::nextId),
    HUTOOL("hutool", false, wide -> new Snowflake(Ids.WORKER, Ids.WORKER)::nextId),
    HYPERSISTENCE_TSID("hypersistence-tsid", false, wide -> {
        TSID.Factory factory = TSID.Factory.builder().withNode(Ids.WORKER).build();
        return () -> factory.generate().toLong();
    }),
    TSID_CREATOR("tsid-creator", false, wide -> {
        TsidFactory factory = TsidFactory.builder().withNode(Ids.WORKER).build();
        return () -> factory.create().toLong();
    }),
    YITTER("yitter", false, wide -> {
        IdGeneratorOptions options = new IdGeneratorOptions((short) Ids.WORKER);
        options.WorkerIdBitLength = 10;
        options.SeqBitLength = 12;
        return new DefaultIdGenerator(options)::newLong;
    }),
    COSID("CosId", false, wide -> new MillisecondSnowflakeId(Ids.WORKER)::generate),
    COSID_SEGMENT_CHAIN("CosId SegmentChain", true, wide -> Ranges.ofCosId(0)),
    SHARDINGSPHERE("ShardingSphere", false, wide -> {
        SnowflakeKeyGenerateAlgorithm keys = new SnowflakeKeyGenerateAlgorithm();
        keys.init(new Properties());
        AlgorithmSQLContext table = new AlgorithmSQLContext("shop", null, "t_order", "id");
        return () -> keys.generateKeys(table, 1).iterator().next();
    }),
    /** The layout of uid-generator has 31 bits of seconds, because the default of 28 bits overflowed in November 2024. */
    UID_GENERATOR("uid-generator", false, wide -> uidGenerator()::getUID),
    /** Leaf's generator, created without its constructor, which needs ZooKeeper. */
    LEAF("Leaf", false, wide -> {
        SnowflakeIDGenImpl leaf = new ObjenesisStd().newInstance(SnowflakeIDGenImpl.class);
        return () -> leaf.get("").getId();
    }),
    SNOWFLAKEID_SEGMENTS("snowflakeid segments", true, wide -> Ranges.ofOurs(0)),
    LEAF_SEGMENTS("Leaf segments", true, wide -> Ranges.ofLeaf(0)),
    POOLED_LO("Hibernate pooled-lo", true, wide -> Ranges.pooledLo(0));

    final String title;

    /** True if the generator can have so many sequence bits that consecutive calls never wait for the next millisecond. */
    final boolean wide;

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final Function<Boolean, Ids> opener;

    Generator(String title, boolean wide, Function<Boolean, Ids> opener) {
        this.title = title;
        this.wide = wide;
        this.opener = opener;
    }

    /** Opens the generator with 12 sequence bits, or with at least 20 if {@code wide} is true. */
    Ids open(boolean wide) {
        return opener.apply(wide);
    }

    private static int sequenceBits(boolean wide) {
        return wide ? 21 : 12;
    }

    private static SnowflakeLayout layout(int timestampBits, int sequenceBits, int geneBits) {
        int workerBits = 63 - timestampBits - sequenceBits - geneBits;
        return SnowflakeLayout.parse(
                timestampBits + "x1ms/0/" + workerBits + "/" + sequenceBits + "/" + geneBits + "@2024-01-01T00:00:00Z");
    }

    private static SnowflakeIdGenerator leased(SnowflakeLayout layout) {
        JdbcDataSource ledger = new JdbcDataSource();
        ledger.setURL("jdbc:h2:mem:generators;DB_CLOSE_DELAY=-1");
        return SnowflakeIdGenerator.builder(
                        JdbcWorkerLedger.shared(layout, ledger).build())
                .listener(new GeneratorListener() {})
                .build();
    }

    private static DefaultUidGenerator uidGenerator() {
        DefaultUidGenerator generator = new DefaultUidGenerator();
        generator.setTimeBits(31);
        generator.setWorkerBits(2);
        generator.setSeqBits(30);
        generator.setEpochStr("2024-01-01");
        generator.setWorkerIdAssigner(() -> Ids.WORKER);
        try {
            generator.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("uid-generator cannot be opened", e);
        }
        return generator;
    }

    private static final class Floor implements Ids {
        private final AtomicLong next = new AtomicLong();
        private volatile long worker = WORKER;

        @Override
        public long next() {
            return (next.getAndIncrement() << 1) | worker;
        }

        @Override
        public void fill(long[] ids) {
            long first = next.getAndAdd(ids.length);
            long bits = worker;
            for (int i = 0; i < ids.length; i++) {
                ids[i] = ((first + i) << 1) | bits;
            }
        }
    }
}
