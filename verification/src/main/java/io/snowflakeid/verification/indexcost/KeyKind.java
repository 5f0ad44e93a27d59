package io.snowflakeid.verification.indexcost;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.verification.performance.BenchDatabase;
import java.time.Instant;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.id.uuid.UuidVersion7Strategy;

enum KeyKind {
    DENSE("dense numbers", "BIGINT", "BIGINT"),
    SNOWFLAKE("snowflakeid", "BIGINT", "BIGINT"),
    UUID_V7("UUIDv7", "BINARY(16)", "UUID"),
    UUID_V4("UUIDv4", "BINARY(16)", "UUID"),
    UUID_V4_TEXT("UUIDv4 as CHAR(36)", "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin", "CHAR(36) COLLATE \"C\""),
    OBJECT_ID("ObjectId as CHAR(24)", "CHAR(24) CHARACTER SET ascii COLLATE ascii_bin", "CHAR(24) COLLATE \"C\"");

    private static final String PROCESS = HexFormat.of().toHexDigits(new SplittableRandom().nextLong(), 10);
    private static final long OBJECT_ID_COUNTER = 1 << 24;

    final String title;
    final String mySqlType;
    final String postgresType;

    KeyKind(String title, String mySqlType, String postgresType) {
        this.title = title;
        this.mySqlType = mySqlType;
        this.postgresType = postgresType;
    }

    /** Returns new keys, in the form that the server's driver expects. */
    Supplier<Object> keys(IdGenerator ids, boolean postgres) {
        long[] count = {0};
        return switch (this) {
            case DENSE -> () -> ++count[0];
            case SNOWFLAKE -> ids::nextId;
            case UUID_V7 -> () -> stored(UuidVersion7Strategy.INSTANCE.generateUuid(null), postgres);
            case UUID_V4 -> () -> stored(UUID.randomUUID(), postgres);
            case UUID_V4_TEXT -> () -> UUID.randomUUID().toString();
            case OBJECT_ID -> () -> objectId(count[0]++);
        };
    }

    private static Object stored(UUID uuid, boolean postgres) {
        return postgres ? uuid : BenchDatabase.bytes(uuid);
    }

    /** An id of MongoDB: 4 bytes of seconds, 5 random bytes for the process, and 3 bytes of a counter. */
    private static String objectId(long count) {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(Instant.now().getEpochSecond(), 8)
                + PROCESS
                + hex.toHexDigits(count % OBJECT_ID_COUNTER, 6);
    }
}
