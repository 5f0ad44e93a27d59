package io.snowflakeid.verification.rows;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

enum Ids {
    PRESET("preset ids", "BIGINT"),
    SNOWFLAKEID("snowflakeid", "BIGINT"),
    HYPERSISTENCE("hypersistence TSID", "BIGINT"),
    ASSIGN_ID("MyBatis-Plus ASSIGN_ID", "BIGINT"),
    /** Numbers from a table with one row; each access reserves 50. */
    POOLED_LO("pooled-lo", "BIGINT"),
    UUID4("UUIDv4", "BINARY(16)"),
    UUID7("UUIDv7", "BINARY(16)"),
    /** Numbers that the database generates. */
    IDENTITY("IDENTITY", "BIGINT AUTO_INCREMENT"),
    /** The measured work without this library, as a reference. */
    WITHOUT("without ours", "BIGINT");

    /** This class creates the generator at its first use, because commands that do not use the generator also load {@code Ids}. */
    static final class Ours {

        static final SnowflakeIdGenerator IDS = SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1).inNamespace("rows"));

        private Ours() {}
    }

    /** MyBatis-Plus's generator with fixed worker and data center ids, because its default derives both ids from a network address. */
    static final DefaultIdentifierGenerator PLUS = new DefaultIdentifierGenerator(1, 1);

    static final TSID.Factory TSIDS = TSID.Factory.builder().withNode(1).build();

    /** The first assigned id has about as many digits as a Snowflake id. A later process starts with a larger id. */
    private static final AtomicLong COUNTER = new AtomicLong(System.currentTimeMillis() << 20);

    final String title;
    private final String columnType;

    Ids(String title, String columnType) {
        this.title = title;
        this.columnType = columnType;
    }

    String table() {
        return "hero_" + name().toLowerCase(Locale.ROOT);
    }

    String createTable() {
        return "CREATE TABLE " + table() + " (id " + columnType
                + " PRIMARY KEY, name VARCHAR(40) NOT NULL, level INT NOT NULL, gold BIGINT NOT NULL)";
    }

    static long nextPreset() {
        return COUNTER.incrementAndGet();
    }
}
