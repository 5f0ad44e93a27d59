package io.snowflakeid.merge.checker;

import io.snowflakeid.testing.servers.DatabaseServer;
import org.junit.jupiter.api.Tag;

@Tag("long")
class IndependentCheckerOnMariaDbIT extends IndependentCheckerIT {

    @Override
    DatabaseServer server() {
        return DatabaseServer.MARIADB;
    }
}
