package io.snowflakeid.verification.indexcost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
@Tag("long")
class IndexCostIT {

    private static final double ROWS = 5_000;

    @TempDir
    private Path folder;

    @Test
    void randomAndLongKeysNeedMorePagesInInnoDb() throws Exception {
        JsonNode kinds = measured(DatabaseServer.mySqlOrMariaDb(), "SELECT @@innodb_buffer_pool_size / 1048576");
        long dense = bytes(kinds, KeyKind.DENSE);
        assertThat(bytes(kinds, KeyKind.SNOWFLAKE)).isEqualTo(dense);
        assertThat(bytes(kinds, KeyKind.UUID_V4)).isGreaterThan(dense);
        assertThat(bytes(kinds, KeyKind.UUID_V4_TEXT)).isGreaterThan(bytes(kinds, KeyKind.OBJECT_ID));
    }

    @Test
    void aLongKeyNeedsALargerIndexInPostgres() throws Exception {
        JsonNode kinds = measured(
                DatabaseServer.POSTGRES, "SELECT setting::bigint / 128 FROM pg_settings WHERE name = 'shared_buffers'");
        assertThat(key(kinds, KeyKind.SNOWFLAKE)).isEqualTo(key(kinds, KeyKind.DENSE));
        assertThat(key(kinds, KeyKind.UUID_V7)).isGreaterThan(key(kinds, KeyKind.DENSE));
        assertThat(key(kinds, KeyKind.UUID_V4_TEXT)).isGreaterThan(key(kinds, KeyKind.UUID_V4));
    }

    private JsonNode measured(DatabaseServer server, String poolMegabytes) throws Exception {
        Path json = folder.resolve("figures.json");
        try (TestDatabase database = server.newDatabase()) {
            long pool;
            try (Connection connection = database.connect();
                    ResultSet row = connection.createStatement().executeQuery(poolMegabytes)) {
                row.next();
                pool = row.getLong(1);
            }
            run(database, "--pool-mb", String.valueOf(pool + 1))
                    .err()
                    .contains("the server keeps " + pool + " MB of pages in memory");
            String fill = String.valueOf(ROWS * IndexCostCommand.BYTES_OF_DENSE_ROW / (pool << 20));
            run(database, "--pool-mb", String.valueOf(pool), "--fills", fill, "--json", json.toString())
                    .exitsWith(ExitCode.FINE);
        }
        return new ObjectMapper().readTree(json.toFile()).findValue("kinds");
    }

    private static CommandLineRun run(TestDatabase database, String... more) {
        Stream<String> server =
                Stream.of("--url", database.url(), "--user", database.user(), "--password", database.password());
        return CommandLineRun.of(
                new CommandLine(new IndexCostCommand()),
                Stream.concat(server, Stream.of(more)).toArray(String[]::new));
    }

    private static JsonNode level(JsonNode kinds, KeyKind kind) {
        return kinds.get(List.of(KeyKind.values()).indexOf(kind)).path("levels").get(0);
    }

    private static long key(JsonNode kinds, KeyKind kind) {
        return level(kinds, kind).path("keyBytes").asLong();
    }

    private static long bytes(JsonNode kinds, KeyKind kind) {
        JsonNode level = level(kinds, kind);
        return level.path("tableBytes").asLong() + level.path("otherBytes").asLong();
    }
}
