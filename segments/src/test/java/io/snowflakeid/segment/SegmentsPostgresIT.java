package io.snowflakeid.segment;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import org.junit.jupiter.api.Tag;

@Tag("long")
class SegmentsPostgresIT extends SegmentsContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.POSTGRES.newDatabase();
    }

    @Override
    String weakness() {
        return "fsync is off, set it to on";
    }
}
