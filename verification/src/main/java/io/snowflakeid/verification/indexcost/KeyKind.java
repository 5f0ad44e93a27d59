package io.snowflakeid.verification.indexcost;

import cn.hutool.core.util.IdUtil;
import io.snowflakeid.IdGenerator;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.hibernate.type.descriptor.java.UUIDJavaType.ToBytesTransformer;

enum KeyKind {
    DENSE("dense numbers", "BIGINT", "BIGINT"),
    SNOWFLAKE("snowflakeid", "BIGINT", "BIGINT"),
    UUID_V7("UUIDv7", "BINARY(16)", "UUID"),
    UUID_V4("UUIDv4", "BINARY(16)", "UUID"),
    UUID_V4_TEXT("UUIDv4 as CHAR(36)", "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin", "CHAR(36) COLLATE \"C\""),
    OBJECT_ID("ObjectId as CHAR(24)", "CHAR(24) CHARACTER SET ascii COLLATE ascii_bin", "CHAR(24) COLLATE \"C\"");

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
            case OBJECT_ID -> IdUtil::objectId;
        };
    }

    private static Object stored(UUID uuid, boolean postgres) {
        return postgres ? uuid : ToBytesTransformer.INSTANCE.transform(uuid);
    }
}
