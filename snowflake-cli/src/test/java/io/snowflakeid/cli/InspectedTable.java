package io.snowflakeid.cli;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** A table with ids of another generator. */
final class InspectedTable {

    private static final SnowflakeLayout SHARDING_SPHERE = SnowflakeLayout.parse("41x1ms/0/10/12@2016-11-01T00:00:00Z");

    private InspectedTable() {}

    /** A row every ten minutes until now with ids of ShardingSphere; the first 20 ids are of a counter. */
    static void fill(TestDatabase database, int rows) throws SQLException {
        Instant now = Instant.now();
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, total BIGINT)");
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO orders (id) VALUES (?)")) {
            for (int row = 0; row < rows; row++) {
                Instant made = now.minus(Duration.ofMinutes(10L * (rows - row)));
                insert.setLong(1, row < 20 ? row + 1 : SHARDING_SPHERE.minIdAt(made) | row % 2);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
