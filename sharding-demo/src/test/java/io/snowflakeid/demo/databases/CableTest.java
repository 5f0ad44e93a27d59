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

class CableTest {

    @Test
    void cutsConnectionsAndRestoresThemWhileTheDatabaseStaysUp(@TempDir Path folder) throws Exception {
        try (DemoDatabases databases = EmbeddedDatabases.open(folder);
                Cable cable = new Cable(databases.orders().get(2));
                Connection before = cable.database().connect()) {
            assertThat(before.isValid(5)).isTrue();
            cable.cut();
            assertThat(before.isValid(5)).isFalse();
            assertThatThrownBy(() -> cable.database().connect()).isInstanceOf(SQLException.class);
            try (Connection direct = databases.orders().get(2).connect()) {
                assertThat(direct.isValid(5)).isTrue();
            }
            cable.restore();
            try (Connection after = cable.database().connect()) {
                assertThat(after.isValid(5)).isTrue();
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAnAddressOfSeveralHosts() {
        for (String host : List.of("db0:3306,db1:3306", "")) {
            assertThatThrownBy(() -> new Cable(new Database("ds_2", "jdbc:mysql://" + host + "/shop", "u", "p")))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("name one server");
        }
    }
}
