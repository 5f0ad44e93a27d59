package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What docs/ids.md says of collations, on a real MySQL. */
class IdsPageIT {

    /** Two different ids, whose texts differ in capitals alone, and a third between them. */
    private static final String ONE = "2Wsmvoh3qdJ";

    private static final String OTHER = "2Wsmvoh3qdj";
    private static final String BETWEEN = "2Wsmvoh3qdZ";

    private static final String INVOICE = """
            CREATE TABLE invoice (
              id    CHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
              total DECIMAL(12, 2) NOT NULL
            )
            """;

    private TestDatabase database;

    @BeforeEach
    void connect() {
        database = DatabaseServer.mySqlOrMariaDb().newDatabase();
    }

    @AfterEach
    void drop() throws SQLException {
        if (database != null) {
            database.close();
        }
    }

    @Test
    void theColumnOfThePageTellsCapitalsFromSmallLettersAndSortsAsIdsDo() throws SQLException {
        database.execute(INVOICE);
        assertThat(stored()).containsExactly(ONE, BETWEEN, OTHER);
        assertThat(IdFormat.BASE62.parse(ONE)).isLessThan(IdFormat.BASE62.parse(BETWEEN));
        assertThat(IdFormat.BASE62.parse(BETWEEN)).isLessThan(IdFormat.BASE62.parse(OTHER));
    }

    /** Writes the three, and reads them in the order of the column. */
    private List<String> stored() throws SQLException {
        database.execute(
                "INSERT INTO invoice VALUES ('" + ONE + "', 1)",
                "INSERT INTO invoice VALUES ('" + OTHER + "', 1)",
                "INSERT INTO invoice VALUES ('" + BETWEEN + "', 1)");
        List<String> ids = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM invoice ORDER BY id")) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }
}
