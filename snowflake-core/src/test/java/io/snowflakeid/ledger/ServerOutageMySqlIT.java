package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;

/** Through a relay that forwards nothing while the server "hangs", so that any server will do. */
class ServerOutageMySqlIT extends ServerOutage {

    @Override
    Server newServer() throws IOException {
        TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase();
        URI address = URI.create(database.url().substring("jdbc:".length()));
        HangingRelay relay = new HangingRelay(address.getHost(), address.getPort() < 0 ? 3306 : address.getPort());
        return new Server() {
            @Override
            public String url() {
                return "jdbc:mysql://127.0.0.1:" + relay.port() + address.getPath()
                        + (address.getQuery() == null ? "" : "?" + address.getQuery());
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
                relay.hang();
            }

            @Override
            public void goOn() {
                relay.goOn();
            }

            @Override
            public void close() throws IOException, SQLException {
                relay.close();
                database.close();
            }
        };
    }
}
