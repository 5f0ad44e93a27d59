package io.snowflakeid.demo.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkLinkTest {

    @Test
    void breaksAndRestoresConnectionsWhileTheDatabaseRuns(@TempDir Path folder) throws Exception {
        try (DemoDatabases databases = EmbeddedDatabases.open(folder);
                NetworkLink link = new NetworkLink(databases.orders().get(2));
                Connection before = link.database().connect()) {
            assertThat(before.isValid(5)).isTrue();
            link.cut();
            assertThat(before.isValid(5)).isFalse();
            assertThatThrownBy(() -> link.database().connect()).isInstanceOf(SQLException.class);
            try (Connection direct = databases.orders().get(2).connect()) {
                assertThat(direct.isValid(5)).isTrue();
            }
            link.restore();
            try (Connection after = link.database().connect()) {
                assertThat(after.isValid(5)).isTrue();
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAnAddressOfSeveralHosts() {
        for (String host : List.of("db0:3306,db1:3306", "")) {
            assertThatThrownBy(() -> new NetworkLink(new Database("ds_2", "jdbc:mysql://" + host + "/shop", "u", "p")))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("use one server");
        }
    }
}
