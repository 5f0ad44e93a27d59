package io.snowflakeid.demo.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CreatedTablesTest {

    private final TestDatabase first = TestDatabase.h2("created_" + UUID.randomUUID());
    private final TestDatabase second = TestDatabase.h2("created_" + UUID.randomUUID());
    private final Database ds0 = new Database("ds_0", first.url(), first.user(), first.password());
    private final Database ds1 = new Database("ds_1", second.url(), second.user(), second.password());
    private final CreatedTables created = new CreatedTables();

    @BeforeEach
    void createThreeAmongTheTablesOfOthers() throws SQLException {
        first.execute("CREATE TABLE of_others (note VARCHAR(20))");
        second.execute("CREATE TABLE t_order (note VARCHAR(20))", "INSERT INTO t_order VALUES ('mine')");
        create(ds0, "t_order");
        create(ds0, "t_payment");
        create(ds1, "t_item");
    }

    @AfterEach
    void close() throws SQLException {
        first.close();
        second.close();
    }

    @Test
    void dropsWhatItCreatedAndNoTableOfThatNameElsewhere() throws SQLException {
        assertThat(tables(first)).containsExactly("of_others", "t_order", "t_payment");

        created.drop();

        assertThat(tables(first)).containsExactly("of_others");
        assertThat(tables(second)).containsExactly("t_order");
    }

    @Test
    void leavesATableAloneThatItCouldNotCreate() throws SQLException {
        assertThatThrownBy(() -> create(ds1, "t_order"))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("table t_order could not be created in ds_1 (" + second.url() + ") (Table ")
                .hasMessageEndingWith("use databases without tables of that name, and a user who may create them");

        created.drop();

        assertThat(query(second, "SELECT note FROM t_order")).containsExactly("mine");
    }

    @Test
    void dropsTheNewestFirst() throws SQLException {
        create(ds0, "t_child", "(id BIGINT PRIMARY KEY, FOREIGN KEY (id) REFERENCES t_order (id))");

        created.drop();

        assertThat(tables(first)).containsExactly("of_others");
    }

    @Test
    void aTableThatCannotBeDroppedKeepsNoOtherFromItAndIsTriedAgain() throws SQLException {
        first.execute("CREATE TABLE referring (id BIGINT, FOREIGN KEY (id) REFERENCES t_payment (id))");

        assertThatThrownBy(created::drop)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("tables [t_payment in ds_0 (" + first.url() + ")] could not be dropped (")
                .hasMessageEndingWith("): drop them by hand");
        assertThat(tables(first)).containsExactly("of_others", "referring", "t_payment");
        assertThat(tables(second)).containsExactly("t_order");

        first.execute("DROP TABLE referring");
        created.drop();
        assertThat(tables(first)).containsExactly("of_others");
    }

    @Test
    void aDatabaseThatIsGoneKeepsNoOtherFromBeingCleared() throws SQLException {
        Database gone = new Database("ds_2", "jdbc:h2:mem:gone;IFEXISTS=TRUE", "sa", "");
        try (Connection connection = ds0.connect();
                Statement statement = connection.createStatement()) {
            created.create(gone, statement, "t_lost", "(id BIGINT)");
        }

        assertThatThrownBy(created::drop)
                .hasMessageStartingWith("tables [t_lost in ds_2 (jdbc:h2:mem:gone;IFEXISTS=TRUE)]");

        assertThat(tables(second)).containsExactly("t_order");
    }

    @Test
    void droppingTwiceLeavesWhatOthersMadeInBetween() throws SQLException {
        created.drop();
        first.execute("CREATE TABLE t_order (note VARCHAR(20))");

        created.drop();

        assertThat(tables(first)).containsExactly("of_others", "t_order");
    }

    @Test
    void aTableThatIsGoneAlreadyIsFine() throws SQLException {
        first.execute("DROP TABLE t_order");

        created.drop();

        assertThat(tables(first)).containsExactly("of_others");
    }

    @Test
    void createsNothingMoreOnceItHasDropped() throws SQLException {
        created.drop();

        assertThatThrownBy(() -> create(ds0, "t_late"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("table t_late in ds_0 (" + first.url() + ") is not created any more");
        assertThat(tables(first)).containsExactly("of_others");
    }

    @Test
    void takesNoLedgerOfOthersForItsOwn() throws SQLException {
        first.execute("CREATE TABLE snowflake_worker (note VARCHAR(20))");

        assertThatThrownBy(() -> TableScript.ofLedger(ds0).create(ds0, created))
                .hasMessageStartingWith("table snowflake_worker could not be created in ds_0");
        created.drop();

        assertThat(tables(first)).containsExactly("of_others", "snowflake_worker");
    }

    private void create(Database database, String table) throws SQLException {
        create(database, table, "(id BIGINT PRIMARY KEY)");
    }

    private void create(Database database, String table, String definition) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            created.create(database, statement, table, definition);
        }
    }

    private static List<String> tables(TestDatabase database) throws SQLException {
        return query(
                database, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1");
    }

    private static List<String> query(TestDatabase database, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
