package io.snowflakeid.merge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

class SchemaReaderIT {

    @OnMySqlAndMariaDb
    void readsWhatColumnsTake(DatabaseServer server) throws SQLException {
        try (TestDatabase database = server.newDatabase()) {
            database.execute("CREATE TABLE t ("
                    + "  tiny TINYINT, flag BOOL, small SMALLINT UNSIGNED, medium MEDIUMINT, number INT(11) UNSIGNED ZEROFILL,"
                    + "  id BIGINT(20) UNSIGNED NOT NULL AUTO_INCREMENT, price DECIMAL(10,2), ratio DOUBLE, bits BIT(3),"
                    + "  name VARCHAR(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'a''b',"
                    + "  words TEXT CHARACTER SET latin1, colour ENUM('a','b,)c'), tags SET('x','y'), raw VARBINARY(16),"
                    + "  moment TIMESTAMP(3) NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3), born YEAR,"
                    + "  place POINT, extra JSON, next_id INT AS (tiny + 1) VIRTUAL, kept INT AS (tiny * 2) STORED,"
                    + "  hidden INT INVISIBLE DEFAULT 7, PRIMARY KEY (id))");

            Table table = table(Copies.read(database, database.name()), "t");

            assertThat(table.columns())
                    .extracting(Column::name)
                    .containsExactly(
                            "tiny", "flag", "small", "medium", "number", "id", "price", "ratio", "bits", "name",
                            "words", "colour", "tags", "raw", "moment", "born", "place", "extra", "next_id", "kept",
                            "hidden");
            assertColumn(table, "tiny", "tinyint", Kind.INTEGER, -128L, 127L, null);
            assertColumn(table, "flag", "tinyint", Kind.INTEGER, -128L, 127L, null);
            assertColumn(table, "small", "smallint unsigned", Kind.INTEGER, 0L, 65_535L, null);
            assertColumn(table, "medium", "mediumint", Kind.INTEGER, -8_388_608L, 8_388_607L, null);
            assertColumn(table, "number", "int unsigned zerofill", Kind.INTEGER, 0L, 4_294_967_295L, null);
            assertColumn(table, "id", "bigint unsigned", Kind.INTEGER, 0L, Long.MAX_VALUE, null);
            assertColumn(table, "price", "decimal(10,2)", Kind.DECIMAL, null, null, null);
            assertColumn(table, "ratio", "double", Kind.FLOAT, null, null, null);
            assertColumn(table, "bits", "bit(3)", Kind.BIT, null, null, null);
            assertColumn(table, "name", "varchar(30)", Kind.TEXT, null, null, 30L);
            assertColumn(table, "words", "text", Kind.TEXT, null, null, 65_535L);
            assertColumn(table, "colour", "enum('a','b,)c')", Kind.TEXT, null, null, null);
            assertColumn(table, "tags", "set('x','y')", Kind.TEXT, null, null, null);
            assertColumn(table, "raw", "varbinary(16)", Kind.BINARY, null, null, null);
            assertColumn(table, "moment", "timestamp(3)", Kind.TEMPORAL, null, null, null);
            assertColumn(table, "born", "year", Kind.TEMPORAL, null, null, null);
            assertColumn(table, "place", "point", Kind.SPATIAL, null, null, null);
            assertThat(table.column("extra").kind()).isEqualTo(Kind.JSON);
            assertThat(table.column("name").collation()).isEqualTo("utf8mb4_bin");
            assertThat(table.column("name").nullable()).isFalse();
            assertThat(table.column("words").charset()).isEqualTo("latin1");
            assertThat(table.column("id").autoIncrement()).isTrue();
            assertThat(table.column("next_id").generated()).contains("`tiny` + 1");
            assertThat(table.column("kept").generated()).contains("`tiny` * 2");
            assertThat(table.column("hidden").defaultValue()).isEqualTo("7");
            assertThat(table.column("tiny").defaultValue()).isNull();
            assertThat(table.column("moment").defaultValue())
                    .isEqualToIgnoringCase("current_timestamp(3) on update current_timestamp(3)");
        }
    }

    private static void assertColumn(
            Table table,
            String name,
            String type,
            Kind kind,
            @Nullable Long minimum,
            @Nullable Long maximum,
            @Nullable Long characters) {
        Column column = table.column(name);
        assertThat(column.type()).isEqualTo(type);
        assertThat(column.kind()).as(name).isEqualTo(kind);
        assertThat(column.minimum()).as(name).isEqualTo(minimum);
        assertThat(column.maximum()).as(name).isEqualTo(maximum);
        assertThat(column.characters()).as(name).isEqualTo(characters);
    }

    private static Table table(Schema schema, String name) {
        Table table = schema.tables().get(name);
        assertThat(table).as(name).isNotNull();
        return java.util.Objects.requireNonNull(table);
    }

    @OnMySqlAndMariaDb
    void readsKeysConstraintsAndCounters(DatabaseServer server) throws SQLException {
        try (TestDatabase database = server.newDatabase()) {
            database.execute(
                    "CREATE TABLE p (a INT NOT NULL, b INT NOT NULL, c VARCHAR(20) NOT NULL, g POINT NOT NULL,"
                            + " PRIMARY KEY (b, a), UNIQUE KEY z (c, a), KEY prefix (c(3)), FULLTEXT KEY words (c),"
                            + " SPATIAL KEY places (g), CONSTRAINT positive CHECK (a > 0))",
                    "CREATE TABLE k (x INT NOT NULL, y INT, UNIQUE KEY a (y), UNIQUE KEY b (x))",
                    "CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, self INT, a INT, b INT,"
                            + " CONSTRAINT to_self FOREIGN KEY (self) REFERENCES c (id) ON DELETE SET NULL,"
                            + " CONSTRAINT to_p FOREIGN KEY (b, a) REFERENCES p (b, a) ON DELETE CASCADE)",
                    "INSERT INTO c (a) VALUES (NULL), (NULL), (NULL)");
            String name = database.name();

            Schema schema = Copies.read(database, name);

            assertThat(table(schema, "p").keys())
                    .containsExactly(
                            new Key("PRIMARY", true, true, List.of("b", "a"), true),
                            new Key("places", false, false, List.of("g"), false),
                            new Key("prefix", false, false, List.of("c"), false),
                            new Key("words", false, false, List.of("c"), false),
                            new Key("z", false, true, List.of("c", "a"), true));
            assertThat(table(schema, "p").checks())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("`a` > 0");
            assertThat(table(schema, "k").orderingKey()).map(Key::name).contains("b");
            assertThat(table(schema, "c").foreignKeys())
                    .containsExactly(
                            new ForeignKey("to_p", List.of("b", "a"), name, "p", List.of("b", "a"), "CASCADE"),
                            new ForeignKey("to_self", List.of("self"), name, "c", List.of("id"), "SET NULL"));
            assertThat(table(schema, "c").nextAutoIncrement()).isEqualTo(4);
            assertThat(table(schema, "p").nextAutoIncrement()).isNull();
            assertThat(table(schema, "c").lastWrite()).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
            assertThat(table(schema, "c").engine()).isEqualTo("InnoDB");
        }
    }

    @OnMySqlAndMariaDb
    void leavesOutTheTablesOfAnEarlierMerge(DatabaseServer server) throws SQLException {
        try (TestDatabase database = server.newDatabase()) {
            database.execute("CREATE TABLE snowflakes (id INT PRIMARY KEY)");
            String name = database.name();
            assertThat(Copies.read(database, name).audit()).isEmpty();

            database.execute(
                    "CREATE TABLE snowflake_merge_run (id INT PRIMARY KEY)",
                    "CREATE VIEW snowflake_merge_ids AS SELECT id FROM snowflake_merge_run");

            Schema schema = Copies.read(database, name);
            assertThat(schema.audit()).containsExactly("snowflake_merge_ids", "snowflake_merge_run");
            assertThat(schema.views()).isEmpty();
            assertThat(schema.tables()).containsOnlyKeys("snowflakes");
        }
    }

    @OnMySqlAndMariaDb
    void readsADatabaseOfAHostileName(DatabaseServer server) throws SQLException {
        String hostile = "merge'\"`; \n-- (" + System.nanoTime();
        String quoted = SqlToken.quoted(hostile);
        try (TestDatabase database = server.newDatabase();
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + quoted);
            try {
                statement.execute("CREATE TABLE " + quoted + ".p (id INT PRIMARY KEY)");
                statement.execute(
                        "CREATE TABLE " + quoted + ".c (p INT, FOREIGN KEY (p) REFERENCES " + quoted + ".p (id))");
                statement.execute("CREATE VIEW " + quoted + ".v AS SELECT c.p FROM " + quoted + ".c");
                statement.execute("CREATE TRIGGER " + quoted + ".tr BEFORE INSERT ON " + quoted
                        + ".c FOR EACH ROW SET NEW.p = (SELECT MAX(id) FROM " + quoted + ".p)");

                Schema schema = Copies.read(database, hostile);

                assertThat(schema.tables()).containsOnlyKeys("c", "p");
                assertThat(table(schema, "c").foreignKeys().get(0).parentDatabase())
                        .isEqualTo(hostile);
                assertThat(table(schema, "c").definition().toString()).doesNotContain(quoted);
                assertThat(schema.views()).hasSize(1);
                assertThat(schema.views().toString()).doesNotContain(quoted);
                assertThat(schema.triggers())
                        .extracting(Schema.Trigger::create)
                        .containsExactly("CREATE TRIGGER `tr` BEFORE INSERT ON `c` FOR EACH ROW"
                                + " SET NEW.p = (SELECT MAX(id) FROM p)");
            } finally {
                statement.execute("DROP DATABASE " + quoted);
            }
        }
    }

    @OnMySqlAndMariaDb
    void saysWhichDatabaseIsNotThere(DatabaseServer server) throws SQLException {
        try (TestDatabase database = server.newDatabase()) {
            assertThatThrownBy(() -> Copies.read(database, "no'such`one"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("there is no database no'such`one, or its user may not see it;"
                            + " check its name, and the user's rights");
        }
    }
}
