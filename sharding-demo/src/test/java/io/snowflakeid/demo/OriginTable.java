package io.snowflakeid.demo;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Tables whose ids other generators made, and the command that looks at them. */
final class OriginTable {

    private static final SnowflakeLayout SHARDING_SPHERE = SnowflakeLayout.parse("41x1ms/0/10/12@2016-11-01T00:00:00Z");

    private OriginTable() {}

    /** A row every ten minutes until now, by three of ShardingSphere's workers; the first 20 are of a counter. */
    static void fill(TestDatabase database, String table, int rows) throws SQLException {
        Instant now = Instant.now();
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " (id, created_at) VALUES (?, ?)")) {
            for (int row = 0; row < rows; row++) {
                Instant made = now.minus(Duration.ofMinutes(10L * (rows - row)));
                long worker = row % 3;
                insert.setLong(1, row < 20 ? row + 1 : SHARDING_SPHERE.minIdAt(made) | (worker << 12) | (row % 2));
                insert.setTimestamp(2, Timestamp.from(made.plusMillis(300)));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    static CommandLineRun look(TestDatabase database, String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                "origin", "--database", database.url(), "--user", database.user(), "--password", database.password()));
        line.addAll(List.of(arguments));
        CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));
        run.err().doesNotContain("\tat ");
        return run;
    }
}
