package io.snowflakeid.demo.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.Rows;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TablesTest {

    private final TestDatabase first = TestDatabase.h2("tables_" + UUID.randomUUID());
    private final TestDatabase second = TestDatabase.h2("tables_" + UUID.randomUUID());
    private final Database ds0 = new Database("ds_0", first.url(), first.user(), first.password());
    private final Database ds1 = new Database("ds_1", second.url(), second.user(), second.password());
    private final Tables tables = new Tables();

    @BeforeEach
    void createThreeAmongTheTablesOfOthers() throws Exception {
        first.execute("CREATE TABLE of_others (note VARCHAR(20))");
        second.execute("CREATE TABLE t_order (note VARCHAR(20))");
        tables.create(ds0, "CREATE TABLE t_order (id BIGINT PRIMARY KEY); CREATE TABLE t_payment (id BIGINT);");
        tables.create(ds1, "CREATE TABLE t_item (id BIGINT);");
    }

    @AfterEach
    void close() throws SQLException {
        first.close();
        second.close();
    }

    @Test
    void dropsWhatItCreatedAndNoTableOfThatNameElsewhere() throws SQLException {
        assertThat(Rows.tables(first)).containsExactly("of_others", "t_order", "t_payment");

        tables.drop();

        assertThat(Rows.tables(first)).containsExactly("of_others");
        assertThat(Rows.tables(second)).containsExactly("t_order");
    }

    @Test
    void leavesATableAloneThatItCouldNotCreate() throws SQLException {
        assertThatThrownBy(() -> tables.create(ds1, "CREATE TABLE t_order (id BIGINT)"))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("table t_order could not be created in ds_1 (" + second.url() + ") (Table ")
                .hasMessageEndingWith("use databases without tables of that name, and a user who may create them");

        tables.drop();

        assertThat(Rows.tables(second)).containsExactly("t_order");
    }

    @Test
    void aDatabaseThatFailsKeepsNoOtherFromBeingCleared() throws SQLException {
        first.execute("CREATE TABLE referring (id BIGINT, FOREIGN KEY (id) REFERENCES t_order (id))");

        assertThatThrownBy(tables::drop)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith(
                        "tables [t_order, t_payment] in ds_0 (" + first.url() + ") could not be dropped (")
                .hasMessageEndingWith("): drop them by hand");

        assertThat(Rows.tables(second)).containsExactly("t_order");
    }

    @Test
    void aTableThatIsGoneAlreadyIsFine() throws SQLException {
        first.execute("DROP TABLE t_order");

        tables.drop();

        assertThat(Rows.tables(first)).containsExactly("of_others");
    }

    @Test
    void createsALedgerOnceAndTakesNoneOfOthersForItsOwn() throws Exception {
        tables.createLedger(ds0);
        tables.createLedger(ds0);
        second.execute("CREATE TABLE snowflake_worker (note VARCHAR(20))");
        assertThatThrownBy(() -> tables.createLedger(ds1))
                .hasMessageStartingWith("table snowflake_worker could not be created in ds_1");

        tables.drop();

        assertThat(Rows.tables(first)).containsExactly("of_others");
        assertThat(Rows.tables(second)).containsExactly("snowflake_worker", "t_order");
    }
}
