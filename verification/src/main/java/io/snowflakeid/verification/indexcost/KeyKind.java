package io.snowflakeid.verification.indexcost;

import io.snowflakeid.IdGenerator;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** A kind of primary key with the column that stores it. */
enum KeyKind {
    DENSE("dense numbers", "BIGINT", "BIGINT"),
    SNOWFLAKE("snowflakeid", "BIGINT", "BIGINT"),
    UUID_V7("UUIDv7", "BINARY(16)", "UUID"),
    UUID_V4("UUIDv4", "BINARY(16)", "UUID"),
    UUID_V4_TEXT("UUIDv4 as CHAR(36)", "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin", "CHAR(36) COLLATE \"C\""),
    OBJECT_ID("ObjectId as CHAR(24)", "CHAR(24) CHARACTER SET ascii COLLATE ascii_bin", "CHAR(24) COLLATE \"C\"");

    private static final int VERSION_SHIFT = 12;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long OBJECT_ID_COUNTER = 1 << 24;

    final String title;
    final String mySqlType;
    final String postgresType;

    KeyKind(String title, String mySqlType, String postgresType) {
        this.title = title;
        this.mySqlType = mySqlType;
        this.postgresType = postgresType;
    }

    /** Returns new keys in the form that the driver of the server stores. */
    Supplier<Object> keys(IdGenerator ids, boolean postgres) {
        SplittableRandom random = new SplittableRandom();
        long[] count = {0};
        return switch (this) {
            case DENSE -> () -> ++count[0];
            case SNOWFLAKE -> ids::nextId;
            case UUID_V7 -> () -> stored(version7(count, random), postgres);
            case UUID_V4 -> () -> stored(version4(random), postgres);
            case UUID_V4_TEXT -> () -> version4(random).toString();
            case OBJECT_ID -> {
                String process = HexFormat.of().toHexDigits(random.nextLong(), 10);
                yield () -> objectId(process, count[0]++);
            }
        };
    }

    private static Object stored(UUID uuid, boolean postgres) {
        return postgres
                ? uuid
                : ByteBuffer.allocate(16)
                        .putLong(uuid.getMostSignificantBits())
                        .putLong(uuid.getLeastSignificantBits())
                        .array();
    }

    /**
     * The form of RFC 9562 with 48 bits of milliseconds, 12 bits of its fraction, and 62 random bits. Like
     * those of PostgreSQL 18, ids grow within a millisecond too.
     */
    private static UUID version7(long[] last, SplittableRandom random) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        long fraction = ((micros % 1_000) << VERSION_SHIFT) / 1_000;
        last[0] = Math.max(last[0] + 1, ((micros / 1_000) << VERSION_SHIFT) | fraction);
        long high =
                ((last[0] >>> VERSION_SHIFT) << 16) | (7L << VERSION_SHIFT) | (last[0] & ((1 << VERSION_SHIFT) - 1));
        return new UUID(high, (random.nextLong() >>> 2) | VARIANT);
    }

    private static UUID version4(SplittableRandom random) {
        long high = random.nextLong() & ~(0xFL << VERSION_SHIFT);
        return new UUID(high | (4L << VERSION_SHIFT), (random.nextLong() >>> 2) | VARIANT);
    }

    /** The present form of MongoDB: 4 bytes of seconds, 5 random bytes of the process, and a counter of 3 bytes. */
    private static String objectId(String process, long count) {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(Instant.now().getEpochSecond(), 8)
                + process
                + hex.toHexDigits(count % OBJECT_ID_COUNTER, 6);
    }
}
