package io.snowflakeid.merge.schema;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;

/** The servers whose catalogs are alike. */
enum Server {
    MYSQL {
        @Override
        TestDatabase newDatabase() {
            return MySqlServers.newDatabase();
        }
    },
    MARIADB {
        @Override
        TestDatabase newDatabase() {
            return OtherServers.newMariaDb();
        }
    };

    abstract TestDatabase newDatabase();

    String nameOf(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            return connection.getCatalog();
        }
    }
}
