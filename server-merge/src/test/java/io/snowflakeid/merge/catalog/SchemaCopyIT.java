package io.snowflakeid.merge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What was read of a database makes the same one elsewhere. */
class SchemaCopyIT {

    private static final String HOSTILE = "`KEY ``a`` \", ) ( ' -- ; /* \\ ENGINE=MyISAM \u00e4\u5f20\nPRIMARY`";

    @OnMySqlAndMariaDb
    void aCopyHasTheSameTablesKeysAndConstraints(DatabaseServer server) throws SQLException {
        assertCopied(
                server,
                "CREATE TABLE " + HOSTILE + " (" + HOSTILE
                        + " INT UNSIGNED NOT NULL AUTO_INCREMENT COMMENT 'it''s, (KEY) \\\\',"
                        + " name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT ' a''),`\\\\',"
                        + " kind ENUM('a','b,)c','PRIMARY KEY') DEFAULT 'b,)c', twice INT AS (LENGTH(name) * 2) STORED,"
                        + " born TIMESTAMP NOT NULL DEFAULT '0000-00-00 00:00:00', hidden INT INVISIBLE DEFAULT 7,"
                        + " PRIMARY KEY (" + HOSTILE + "), UNIQUE KEY names (name, kind), KEY short (name(3)),"
                        + " KEY down (name DESC), FULLTEXT KEY words (name), CONSTRAINT ck CHECK (name <> ')KEY(')"
                        + ") AUTO_INCREMENT=77 ROW_FORMAT=COMPRESSED COMMENT='AUTO_INCREMENT=5, KEY (a) ''ENGINE=x'''",
                "CREATE TABLE child (id INT, parent INT UNSIGNED, self INT, PRIMARY KEY (id),"
                        + " CONSTRAINT `to``it` FOREIGN KEY (parent) REFERENCES " + HOSTILE + " (" + HOSTILE
                        + ") ON DELETE SET NULL ON UPDATE CASCADE,"
                        + " CONSTRAINT to_self FOREIGN KEY (self) REFERENCES child (id))",
                "CREATE TABLE keyless (a INT, b TEXT, KEY (a))",
                "CREATE TABLE ordered (z INT NOT NULL, n INT, a INT NOT NULL, UNIQUE KEY maybe (n), UNIQUE KEY sure (a, z))",
                "CREATE TABLE counted (name VARCHAR(10) PRIMARY KEY, id INT NOT NULL AUTO_INCREMENT, x INT, KEY xs (x),"
                        + " KEY ids (id))",
                "CREATE TABLE sliced (id INT NOT NULL, x INT, PRIMARY KEY (id)) PARTITION BY RANGE (id)"
                        + " (PARTITION low VALUES LESS THAN (10) COMMENT = 'ENGINE = x', PARTITION high VALUES LESS THAN MAXVALUE)",
                "CREATE TABLE places (id INT PRIMARY KEY, at_point POINT NOT NULL, SPATIAL KEY nearby (at_point), doc JSON)");
    }

    private static void assertCopied(DatabaseServer server, String... statements) throws SQLException {
        try (TestDatabase source = server.newDatabase();
                TestDatabase target = server.newDatabase();
                Connection connection = source.connect()) {
            SqlScript.run(connection, List.of("SET SESSION sql_mode = ''"));
            SqlScript.run(connection, List.of(statements));
            Schema read = Copies.read(source, source.name());
            assertThat(read.toString()).doesNotContain("AUTO_INCREMENT=77");

            Schema copy = Copies.of(read, target);

            assertThat(copy.tables()).hasSameSizeAs(read.tables());
            read.tables()
                    .forEach((name, table) -> assertThat(copy.tables().get(name))
                            .usingRecursiveComparison()
                            .ignoringFields(
                                    "engine",
                                    "nextAutoIncrement",
                                    "averageRowBytes",
                                    "lastWrite",
                                    "foreignKeys.parentDatabase")
                            .isEqualTo(table));
            assertThat(copy.tables().values())
                    .allMatch(table -> table.engine().equals("InnoDB"))
                    .flatExtracting(Table::foreignKeys)
                    .allMatch(key -> key.parentDatabase().equals(copy.database()));
            assertThat(copy.views()).isEqualTo(read.views());
            assertThat(copy.triggers()).isEqualTo(read.triggers());
        }
    }

    @OnMySqlAndMariaDb
    void aCopyOfTablesOfOtherEnginesIsOnInnoDb(DatabaseServer server) throws SQLException {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE old (id INT AUTO_INCREMENT, a CHAR(5), KEY (id), KEY (a)) ENGINE=MyISAM ROW_FORMAT=FIXED"
                        + " MIN_ROWS=5 CHECKSUM=1 DELAY_KEY_WRITE=1 DEFAULT CHARSET=latin1 COMMENT='kept; ENGINE=MyISAM'",
                "CREATE TABLE fleeting (id INT, a INT, PRIMARY KEY (id), KEY by_a (a)) ENGINE=MEMORY"));
        if (server == DatabaseServer.MARIADB) {
            statements.add(
                    "CREATE TABLE aria (id INT PRIMARY KEY) ENGINE=Aria TRANSACTIONAL=1 ROW_FORMAT=PAGE PAGE_CHECKSUM=1"
                            + " PARTITION BY HASH (id) PARTITIONS 2");
            statements.add("CREATE TABLE listed (id INT PRIMARY KEY) ENGINE=Aria PARTITION BY LIST (id)"
                    + " (PARTITION one VALUES IN (1,2), PARTITION two VALUES IN (3))");
        }
        assertCopied(server, statements.toArray(String[]::new));
    }

    @OnMySqlAndMariaDb
    void viewsAndTriggersForgetWhereTheyWere(DatabaseServer server) throws SQLException {
        try (TestDatabase source = server.newDatabase();
                TestDatabase target = server.newDatabase();
                TestDatabase third = server.newDatabase()) {
            String name = source.name();
            third.execute("CREATE TABLE elsewhere (id INT)");
            source.execute(
                    "CREATE TABLE t (id INT PRIMARY KEY, n INT)",
                    "CREATE TABLE log (id INT, text VARCHAR(80))",
                    "CREATE VIEW a_first AS SELECT id, '`" + name + "`.`t`' AS quoted FROM t",
                    "CREATE VIEW b_second AS SELECT `a_first`.id FROM " + name + ".a_first",
                    "CREATE VIEW c_third (x) AS SELECT m.id FROM b_second m JOIN " + name + ".a_first f ON f.id = m.id",
                    "CREATE VIEW b_mixed AS SELECT t.id, e.id AS other_id FROM t JOIN " + third.name() + ".elsewhere e",
                    "CREATE TRIGGER names_it BEFORE UPDATE ON t FOR EACH ROW INSERT INTO " + name
                            + ". log VALUES (1, 'x')",
                    "CREATE TRIGGER " + name + ".`odd ``name` AFTER INSERT ON " + name + ".t FOR EACH ROW BEGIN"
                            + " -- don't write to " + name + ".log\n"
                            + " INSERT INTO log SELECT NEW.id, '" + name + ".log' FROM t WHERE id = NEW.id; END",
                    "CREATE TRIGGER second_one AFTER INSERT ON t FOR EACH ROW INSERT INTO log VALUES (0, 'second')",
                    "CREATE PROCEDURE p() SELECT 1",
                    "CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN 1",
                    "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1",
                    "CREATE VIEW snowflake_merge_ids AS SELECT id FROM t",
                    "SET SESSION sql_mode = 'ANSI_QUOTES'",
                    "CREATE TRIGGER quoted BEFORE DELETE ON t FOR EACH ROW DELETE FROM \"" + name + "\".log");
            if (server == DatabaseServer.MARIADB) {
                source.execute("CREATE SEQUENCE s");
            }
            Schema read = Copies.read(source, name);
            assertThat(read.audit()).containsExactly("snowflake_merge_ids");
            String named = ", which names the database " + name;
            List<String> others = new ArrayList<>(List.of(
                    "event e", "function f", "procedure p", "trigger names_it" + named, "trigger quoted" + named));
            if (server == DatabaseServer.MARIADB) {
                others.addAll(List.of("sequence s", "view b_mixed" + named));
            }
            assertThat(read.others()).containsExactlyInAnyOrderElementsOf(others);
            assertThat(read.views().toString()).doesNotContain("DEFINER=");

            Schema copy = Copies.of(read, target);

            assertThat(copy.views()).isEqualTo(read.views());
            assertThat(copy.triggers()).isEqualTo(read.triggers()).hasSize(2);
            target.execute("INSERT INTO t VALUES (5, 6)");
            assertThat(texts(target, "SELECT CONCAT(id, text) FROM log ORDER BY id"))
                    .containsExactly("0second", "5" + name + ".log");
            assertThat(texts(target, "SELECT x FROM c_third")).containsExactly("5");
            assertThat(texts(source, "SELECT * FROM log")).isEmpty();
        }
    }

    private static List<String> texts(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect()) {
            return SmallGame.rows(connection, sql);
        }
    }
}
