package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On a database that the check does not know; SQLite's driver reports INTEGER for BIGINT. */
class IdColumnOtherDatabaseTest {

    private static List<Finding> findings(String type) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE hero (id " + type + ")");
            return IdColumn.read(connection, ColumnName.of("hero", "id"))
                    .orElseThrow()
                    .findings(SnowflakeLayout.DEFAULT);
        }
    }

    @Test
    void whatWouldBeAnErrorIsAWarning() throws SQLException {
        assertThat(findings("INTEGER PRIMARY KEY AUTOINCREMENT"))
                .hasSize(2)
                .allSatisfy(finding -> {
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
                    assertThat(finding.needed())
                            .endsWith("as the driver of this database may report other types than it has");
                })
                .anySatisfy(finding ->
                        assertThat(finding.seen()).startsWith("is INTEGER, which holds whole numbers exactly up to"));
    }

    @Test
    void aBigintIsWideEnough() throws SQLException {
        assertThat(findings("BIGINT PRIMARY KEY")).isEmpty();
    }
}
