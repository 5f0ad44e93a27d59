package io.snowflakeid.merge.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2CatalogTest {

    private static TestDatabase database(boolean mysqlMode) {
        return mysqlMode ? TestDatabase.h2("schema_mysql_mode") : TestDatabase.plainH2("schema_own_mode");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsTablesInEitherMode(boolean mysqlMode) throws SQLException {
        try (TestDatabase database = database(mysqlMode);
                Connection connection = database.connect()) {
            database.execute(
                    "CREATE TABLE players (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30) DEFAULT 'a''b' NOT NULL,"
                            + " age SMALLINT, twice INT GENERATED ALWAYS AS (age * 2), score DECIMAL(10, 2), note CLOB,"
                            + " colour ENUM('a', 'b'), raw VARBINARY(16), extra JSON, born DATE, ratio DOUBLE PRECISION, flag BOOLEAN,"
                            + " CONSTRAINT grown CHECK (age > 0), CONSTRAINT named UNIQUE (name))",
                    "CREATE TABLE mail (a INT, b INT, sender BIGINT, PRIMARY KEY (b, a),"
                            + " CONSTRAINT sent FOREIGN KEY (sender) REFERENCES players (id) ON DELETE CASCADE)",
                    "CREATE INDEX by_sender ON mail (sender DESC, a)",
                    "INSERT INTO players (name, age) VALUES ('x', 1), ('y', 2)");

            Schema schema = new H2Dialect().schema(connection, "Public");

            assertThat(schema.database()).isEqualTo(mysqlMode ? "public" : "PUBLIC");
            Table players = table(schema, mysqlMode ? "players" : "PLAYERS");
            Table mail = table(schema, mysqlMode ? "mail" : "MAIL");
            assertThat(players.column("id").autoIncrement()).isTrue();
            assertThat(players.column("id").maximum()).isEqualTo(Long.MAX_VALUE);
            assertThat(players.column("age").minimum()).isEqualTo(-32_768L);
            assertThat(players.column("name").type()).isEqualTo("CHARACTER VARYING(30)");
            assertThat(players.column("name").characters()).isEqualTo(30);
            assertThat(players.column("name").nullable()).isFalse();
            assertThat(players.column("name").defaultValue()).isEqualTo("'a''b'");
            assertThat(players.column("twice").generated()).containsIgnoringCase("\"age\" * 2");
            assertThat(players.columns().stream().map(Column::kind).toList())
                    .hasToString(
                            "[INTEGER, TEXT, INTEGER, INTEGER, DECIMAL, TEXT, TEXT, BINARY, JSON, TEMPORAL, FLOAT, OTHER]");
            assertThat(players.nextAutoIncrement()).isEqualTo(3);
            assertThat(players.checks()).hasSize(1);
            assertThat(players.orderingKey()).map(Key::primary).contains(true);
            assertThat(mail.keys().get(0).columns())
                    .map(name -> name.toLowerCase(java.util.Locale.ROOT))
                    .containsExactly("b", "a");
            ForeignKey sent = mail.foreignKeys().get(0);
            assertThat(sent.parentTable()).isEqualTo(players.name());
            assertThat(sent.parentDatabase()).isEqualTo(schema.database());
            assertThat(sent.rules()).isEqualTo("ON DELETE CASCADE");
            assertThat(mail.definition().indexes()).hasSize(1);
        }
    }

    private static Table table(Schema schema, String name) {
        return Objects.requireNonNull(schema.tables().get(name), name);
    }

    @Test
    void readsTriggersOfJavaAndNamesWhatAMergeDoesNotCarry() throws SQLException {
        try (TestDatabase database = database(false);
                Connection connection = database.connect()) {
            database.execute(
                    "CREATE TABLE t (id INT PRIMARY KEY)",
                    "CREATE TABLE snowflake_merge_run (id INT)",
                    "CREATE VIEW snowflake_merge_ids AS SELECT id FROM snowflake_merge_run",
                    "CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW CALL '" + NoTrigger.class.getName() + "'",
                    "CREATE SEQUENCE s");

            Schema schema = new H2Dialect().schema(connection, "PUBLIC");

            assertThat(schema.tables()).containsOnlyKeys("T");
            assertThat(schema.audit()).containsExactly("SNOWFLAKE_MERGE_IDS", "SNOWFLAKE_MERGE_RUN");
            assertThat(schema.triggers())
                    .containsExactly(new Schema.Trigger(
                            "TR",
                            "T",
                            "CREATE TRIGGER \"TR\" BEFORE INSERT ON \"T\" FOR EACH ROW QUEUE 1024 CALL '"
                                    + NoTrigger.class.getName() + "'",
                            null));
            assertThat(schema.others()).containsExactly("sequence S");
        }
    }

    /** Does nothing. */
    public static final class NoTrigger implements org.h2.api.Trigger {
        @Override
        public void fire(Connection connection, Object[] before, Object[] after) {}
    }

    @Test
    void rejectsNamesThatItCannotRead() throws SQLException {
        try (TestDatabase database = database(false);
                Connection connection = database.connect()) {
            database.execute("CREATE TABLE \"n\u00e4me\" (id INT PRIMARY KEY)");

            assertThatThrownBy(() -> new H2Dialect().schema(connection, "PUBLIC"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("names on H2 are read in ASCII alone; rename what this creates: ");
        }
    }
}
