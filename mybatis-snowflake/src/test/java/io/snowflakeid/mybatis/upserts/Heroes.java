package io.snowflakeid.mybatis.upserts;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table with a unique name and three rows, and its insert statements for each database. */
enum Heroes {
    MYSQL,
    MARIADB_BY_ITS_DRIVER,
    POSTGRES,
    H2,
    H2_AS_MYSQL;

    static final String PLAIN = "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40) UNIQUE, n INT)";
    static final String COUNTED =
            "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) UNIQUE, n INT)";

    /** The row {@code same} is not changed by {@code n = 9}. */
    static final String ROWS =
            "INSERT INTO hero (id, name, n) VALUES (10, 'old', 1), (20, 'older', 1), (30, 'same', 9)";

    static final String TELLING = " ON DUPLICATE KEY UPDATE n = 9, id = LAST_INSERT_ID(id)";
    static final String DO_UPDATE = " ON CONFLICT (name) DO UPDATE SET n = 9";
    static final String DO_NOTHING = " ON CONFLICT DO NOTHING";

    TestDatabase newDatabase() {
        return switch (this) {
            case MYSQL -> DatabaseServer.MYSQL.newDatabase();
            case MARIADB_BY_ITS_DRIVER -> DatabaseServer.MARIADB.newDatabase().through("mariadb");
            case POSTGRES -> DatabaseServer.POSTGRES.newDatabase();
            case H2 -> TestDatabase.plainH2("upserts_" + UUID.randomUUID());
            case H2_AS_MYSQL -> TestDatabase.h2("upserts_" + UUID.randomUUID());
        };
    }

    /** {@code verb} is INSERT INTO and the like; the rows are the parameter {@code heroes}. */
    static String sql(String verb, int rows, String onConflict) {
        return verb + " hero (id, name, n) VALUES " + values(rows) + onConflict;
    }

    static String merge(int rows, String whenMatched) {
        return "MERGE INTO hero h USING (VALUES " + values(rows) + ") v (id, name, n) ON h.name = v.name" + whenMatched
                + " WHEN NOT MATCHED THEN INSERT (id, name, n) VALUES (v.id, v.name, v.n)";
    }

    private static String values(int rows) {
        return IntStream.range(0, rows)
                .mapToObj(i -> "(#{heroes[" + i + "].id}, #{heroes[" + i + "].name}, 1)")
                .collect(Collectors.joining(", "));
    }
}
