package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What MySQL and MariaDB have in common. */
abstract class IdColumnMySqlContract extends IdColumnContract {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY                 |              | AUTO_INCREMENT or an identity | AUTO_INCREMENT or an identity
            INT UNSIGNED NOT NULL                                      |              | up to 4294967295 only         | up to 4294967295 only
            MEDIUMINT                                                  |              | up to 8388607 only            | up to 8388607 only
            FLOAT                                                      |              | up to 16777215 only           | up to 16777215 only
            BIGINT NOT NULL DEFAULT (UUID_SHORT())                     |              | default uuid_short()          | default uuid_short()
            VARCHAR(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci | base62       | ignores case                  | ignores case
            VARCHAR(11) CHARACTER SET latin1 COLLATE latin1_bin        | base62-fixed |                               |
            CHAR(11) CHARACTER SET ascii COLLATE ascii_bin             | base62-fixed |                               |
            VARBINARY(11)                                              | base62-fixed |                               |
            BINARY(11)                                                 | base62-fixed |                               |
            TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin             | base62-fixed |                               |
            VARCHAR(13) CHARACTER SET latin1 COLLATE latin1_general_cs | base62       |                               |
            CHAR(20) NOT NULL                                          | decimal      |                               |
            BINARY(20) NOT NULL                                        | decimal      | fills up an id                | fills up an id
            """)
    void aTypeOfMySqlIsJudgedByWhatItHolds(
            String definition, @Nullable String format, @Nullable String seen, @Nullable String seenShort)
            throws SQLException {
        assertJudged(definition, format, seen, seenShort);
    }

    @Test
    void aTableInAnotherDatabaseIsNamedWithIt() throws SQLException {
        column("INT NOT NULL");
        ColumnName name = read(ColumnName.of("hero", "id")).name();
        try (Connection connection = database.connect()) {
            connection.setCatalog("information_schema");
            IdColumn column = IdColumn.read(connection, name).orElseThrow();
            assertThat(column.findings(LAYOUT).get(0).column()).isEqualTo(name.catalog() + ".hero.id");
            assertThat(IdColumn.read(connection, ColumnName.of("hero", "id"))).isEmpty();
            assertThat(IdColumn.read(connection, new ColumnName(null, name.catalog(), "hero", "id")))
                    .isPresent();
        }
    }

    /** As docs/ids.md shows it. */
    private static final String INVOICE = """
            CREATE TABLE invoice (
              id    CHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
              total DECIMAL(12, 2) NOT NULL
            )
            """;

    /** Three ids, whose texts differ in the last letter. */
    @Test
    void aColumnOfAsciiBinTellsCapitalsFromSmallLettersAndSortsAsIdsDo() throws SQLException {
        List<String> sorted = List.of("2Wsmvoh3qdJ", "2Wsmvoh3qdZ", "2Wsmvoh3qdj");
        database.execute(INVOICE);
        for (int i : new int[] {0, 2, 1}) {
            database.execute("INSERT INTO invoice VALUES ('" + sorted.get(i) + "', 1)");
        }
        List<String> stored = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM invoice ORDER BY id")) {
            while (rows.next()) {
                stored.add(rows.getString(1));
            }
        }
        assertThat(stored).isEqualTo(sorted);
        assertThat(stored).extracting(IdFormat.BASE62::parse).isSorted();
    }
}
