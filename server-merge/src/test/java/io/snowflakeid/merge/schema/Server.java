package io.snowflakeid.merge.schema;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;

/** The servers whose catalogs are alike. */
enum Server {
    MYSQL {
        @Override
        TestDatabase newDatabase() {
            return DatabaseServer.MYSQL.newDatabase();
        }
    },
    MARIADB {
        @Override
        TestDatabase newDatabase() {
            return DatabaseServer.MARIADB.newDatabase();
        }
    };

    abstract TestDatabase newDatabase();

    String nameOf(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            return connection.getCatalog();
        }
    }
}
