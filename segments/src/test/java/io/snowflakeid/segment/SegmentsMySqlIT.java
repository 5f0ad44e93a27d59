package io.snowflakeid.segment;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class SegmentsMySqlIT extends SegmentsContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.MYSQL.newDatabase();
    }

    @Override
    String weakness() {
        return "innodb_flush_log_at_trx_commit is";
    }
}
