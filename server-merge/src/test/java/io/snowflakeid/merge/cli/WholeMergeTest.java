package io.snowflakeid.merge.cli;

import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeMergeTest {

    @TempDir
    private Path folder;

    @Test
    void theCommandsMergeTwoServersOnH2() throws SQLException, IOException {
        try (TestDatabase server = TestDatabase.h2("whole_merge")) {
            new WholeMerge(server, "game_", folder).play();
        }
    }
}
