package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.KillableServer;
import io.snowflakeid.testing.servers.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With a real server whose processes are stopped. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Tag("long")
class StoppedServerMySqlIT extends ServerOutage {

    @Override
    Server newServer() {
        KillableServer server = KillableServer.toStop();
        TestDatabase database = server.newDatabase();
        return new Server() {
            @Override
            public String url() {
                return database.url();
            }

            @Override
            public String user() {
                return database.user();
            }

            @Override
            public String password() {
                return database.password();
            }

            @Override
            public void hang() {
                server.hang();
            }

            @Override
            public void goOn() {
                server.goOn();
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }
}
