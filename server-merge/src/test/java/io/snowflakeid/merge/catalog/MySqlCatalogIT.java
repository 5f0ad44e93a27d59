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

class MySqlCatalogIT {

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
                    .filteredOn(column ->
                            column.generated() == null && !column.name().equals("hidden") && column.kind() != Kind.JSON)
                    .extracting(column -> column.name() + ": " + column.type() + " " + column.kind() + " "
                            + column.minimum() + " " + column.maximum() + " " + column.characters())
                    .containsExactly(
                            "tiny: tinyint INTEGER -128 127 null",
                            "flag: tinyint INTEGER -128 127 null",
                            "small: smallint unsigned INTEGER 0 65535 null",
                            "medium: mediumint INTEGER -8388608 8388607 null",
                            "number: int unsigned zerofill INTEGER 0 4294967295 null",
                            "id: bigint unsigned INTEGER 0 " + Long.MAX_VALUE + " null",
                            "price: decimal(10,2) DECIMAL null null null",
                            "ratio: double FLOAT null null null",
                            "bits: bit(3) BIT null null null",
                            "name: varchar(30) TEXT null null 30",
                            "words: text TEXT null null 65535",
                            "colour: enum('a','b,)c') TEXT null null null",
                            "tags: set('x','y') TEXT null null null",
                            "raw: varbinary(16) BINARY null null null",
                            "moment: timestamp(3) TEMPORAL null null null",
                            "born: year TEMPORAL null null null",
                            "place: point SPATIAL null null null");
            assertThat(table.columns())
                    .extracting(Column::name)
                    .endsWith("place", "extra", "next_id", "kept", "hidden");
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
                            new ForeignKey(
                                    "to_p", List.of("b", "a"), name, "p", List.of("b", "a"), "ON DELETE CASCADE"),
                            new ForeignKey("to_self", List.of("self"), name, "c", List.of("id"), "ON DELETE SET NULL"));
            assertThat(table(schema, "c").nextAutoIncrement()).isEqualTo(4);
            assertThat(table(schema, "p").nextAutoIncrement()).isNull();
            assertThat(table(schema, "c").lastWrite()).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
            assertThat(table(schema, "c").engine()).isEqualTo("InnoDB");
        }
    }

    @OnMySqlAndMariaDb
    void readsADatabaseOfAHostileName(DatabaseServer server) throws SQLException {
        String hostile = "merge'\"`; \n-- (" + System.nanoTime();
        String quoted = SqlText.quoted(hostile);
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
                        + ".c FOR EACH ROW SET NEW.p = (SELECT MAX(id) FROM p)");
                statement.execute("CREATE TRIGGER " + quoted + ".out_of BEFORE UPDATE ON " + quoted
                        + ".c FOR EACH ROW SET NEW.p = (SELECT MAX(id) FROM " + quoted + ".p)");

                Schema schema = Copies.read(database, hostile);

                assertThat(schema.tables()).containsOnlyKeys("c", "p");
                assertThat(table(schema, "c").foreignKeys().get(0).parentDatabase())
                        .isEqualTo(hostile);
                assertThat(table(schema, "c").definition().toString()).doesNotContain(quoted);
                assertThat(schema.views()).hasSize(1);
                assertThat(schema.views().toString()).doesNotContain(quoted);
                assertThat(schema.others()).containsExactly("trigger out_of, which names the database " + hostile);
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
