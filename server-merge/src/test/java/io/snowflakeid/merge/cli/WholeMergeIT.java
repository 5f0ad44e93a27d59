package io.snowflakeid.merge.cli;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeMergeIT {

    @TempDir
    private Path folder;

    private void play(TestDatabase server) throws SQLException, IOException {
        String prefix = "merge_" + UUID.randomUUID().toString().substring(0, 8) + "_";
        new WholeMerge(server, prefix, folder).play();
    }

    @Test
    void theCommandsMergeTwoServers() throws SQLException, IOException {
        try (TestDatabase server = DatabaseServer.mySqlOrMariaDb().newDatabase()) {
            play(server);
        }
    }

    @Test
    @Tag("long")
    void theCommandsMergeTwoServersOnMariaDb() throws SQLException, IOException {
        try (TestDatabase server = DatabaseServer.MARIADB.newDatabase()) {
            play(server);
        }
    }
}
