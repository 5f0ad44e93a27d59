package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.util.List;

/** Columns that the main server has and another one lacks: its rows get the default. */
class MissingColumnsIT {

    private static final String OLD = "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL);";

    private static final String NEW = """
            CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, whole INT DEFAULT -7, none INT, huge BIGINT UNSIGNED DEFAULT
                18446744073709551615, padded INT(6) ZEROFILL DEFAULT 42, flag BOOLEAN NOT NULL DEFAULT TRUE,
                price DECIMAL(10,2) DEFAULT 1, tiny FLOAT DEFAULT 0.1, big DOUBLE UNSIGNED DEFAULT 1e20,
                `od``d` VARCHAR(20) CHARACTER SET latin1 NOT NULL DEFAULT 'it''s \\\\ é', blank VARCHAR(5) DEFAULT '',
                fixed CHAR(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'a', one ENUM('A', 'b') DEFAULT 'a',
                some SET('x', 'y') DEFAULT 'y,x', day DATE DEFAULT '2020-02-29', clock TIME(2) DEFAULT '-10:00:00.5',
                at DATETIME(3) DEFAULT '2020-01-01', y YEAR DEFAULT 2020, zero DATETIME DEFAULT '0000-00-00 00:00:00',
                nothing BLOB, where_at POINT, name VARCHAR(20) NOT NULL);
            """;

    private static final String SHOWN =
            "whole, none, huge, padded, flag, price, CAST(tiny AS DOUBLE), big, HEX(`od``d`), HEX(blank),"
                    + " HEX(fixed), one, some, day, clock, at, y, zero, nothing, where_at";

    @OnMySqlAndMariaDb
    void eachTypeGetsWhatTheServerWouldGive(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(
                kind,
                NEW + "INSERT INTO p (id, name) VALUES (1, 'given by the server')",
                OLD + "INSERT INTO p VALUES (1, 'a'), (2, 'b')")) {
            game.merged("");

            List<String> rows = game.rows("SELECT " + SHOWN + " FROM p ORDER BY id");
            assertThat(rows).hasSize(3).containsOnly(rows.get(0));
            game.requireRows("SELECT COUNT(DISTINCT name) FROM p", "3");
        }
    }

    @OnMySqlAndMariaDb
    void theCurrentTimeIsThatOfThePlan(DatabaseServer kind) throws Exception {
        String times = "CREATE TABLE p (id INT PRIMARY KEY, made TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),"
                + " seen DATETIME DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP);";
        try (SmallGame game =
                new SmallGame(kind, times, "CREATE TABLE p (id INT PRIMARY KEY); INSERT INTO p VALUES (1)")) {
            PlanFile plan = game.merged("");

            String then = plan.plan().plannedAt();
            game.requireRows("SELECT CONVERT_TZ(made, @@time_zone, '+00:00'), seen FROM p", then + "|" + then);
        }
    }

    /** Town 5 is on both; guild 0, which stands for none, and a level that a where asks for, are what s2's heroes get. */
    @OnMySqlAndMariaDb
    void conditionsReferencesAndMovesSeeTheDefault(DatabaseServer kind) throws Exception {
        String guilds = "CREATE TABLE guild (id INT PRIMARY KEY AUTO_INCREMENT); INSERT INTO guild VALUES (5), (6);";
        String hero = "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT%s);";
        String friends = "CREATE TABLE friend (hero INT NOT NULL, other INT NOT NULL, PRIMARY KEY (hero, other));"
                + "INSERT INTO friend VALUES (1, 2), (2, 1);";
        try (SmallGame game = new SmallGame(
                kind,
                guilds
                        + hero.formatted(
                                ", guild INT NOT NULL DEFAULT 6, home INT NOT NULL DEFAULT 0, level INT DEFAULT 3,"
                                        + " FOREIGN KEY (guild) REFERENCES guild (id)")
                        + friends + "INSERT INTO hero VALUES (1, 5, 5, 9), (2, 6, 0, 3);",
                guilds + hero.formatted("") + friends + "INSERT INTO hero VALUES (1), (2);")) {
            game.merged("""
                    tables: { hero: { where: "level > 2", ids: map } }
                    references:
                      - { from: hero.home, to: guild.id, none: [0] }
                      - "friend.hero -> hero.id"
                      - "friend.other -> hero.id"
                    """);

            assertThat(game.rows("SELECT id, guild, home, level FROM hero ORDER BY id"))
                    .containsExactly("1|5|5|9", "2|6|0|3", "3|16|0|3", "4|16|0|3");
            game.requireRows("SELECT hero, other FROM friend ORDER BY hero", "1|2", "2|1", "3|4", "4|3");
        }
    }

    @OnMySqlAndMariaDb
    void whatCannotBeSaidIsRefusedByName(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(
                kind,
                "CREATE TABLE p (a INT NOT NULL DEFAULT 0, b INT, must INT NOT NULL, bits BIT(3) DEFAULT b'101',"
                        + " made VARCHAR(40) DEFAULT (UUID()), counted INT NOT NULL AUTO_INCREMENT UNIQUE,"
                        + " twice INT AS (b * 2) STORED, PRIMARY KEY (a, b));",
                "CREATE TABLE p (b INT PRIMARY KEY); INSERT INTO p VALUES (1);")) {
            String why = " is in s1 and not in s2, and a merge has no value for its rows (the default is ";
            assertThat(game.found("", "SCHEMA_COLUMN_MISSING"))
                    .extracting(text -> text.replace(why, ": ").split("; computed", 2)[0])
                    .containsExactlyInAnyOrder(
                            "ERROR s2.p.a: column a: 0",
                            "ERROR s2.p.must: column must: none",
                            "ERROR s2.p.bits: column bits: b'101'",
                            "ERROR s2.p.made: column made: " + (kind == DatabaseServer.MYSQL ? "(uuid())" : "uuid()"),
                            "ERROR s2.p.counted: column counted: none",
                            "ERROR s2.p.twice: column twice: none");
        }
    }

    @OnMySqlAndMariaDb
    void aKeyOfAnotherNameOrdersTheRowsToo(DatabaseServer kind) throws Exception {
        String table = "CREATE TABLE p (a INT NOT NULL, b VARCHAR(5) NOT NULL%s); ";
        String rows =
                "INSERT INTO p (a, b) WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 350)"
                        + " SELECT i, '%s' FROM n;";
        try (SmallGame game = new SmallGame(
                kind,
                table.formatted(", c INT NOT NULL DEFAULT 4, UNIQUE KEY ours (a, b)") + rows.formatted("a"),
                table.formatted(", UNIQUE KEY theirs (A, b)") + rows.formatted("b"),
                table.formatted(", KEY (b)") + rows.formatted("c"))) {
            PlanFile plan = game.merged("""
                    execution: { writers: 2, chunk-rows: 100 }
                    accept: [ { code: SCHEMA_KEY, subject: "s3.*", because: "its rows are different" } ]
                    """);

            assertThat(game.rows("SELECT b, COUNT(*), SUM(a), MIN(c), MAX(c) FROM p GROUP BY b ORDER BY b"))
                    .containsExactly("a|350|61425|4|4", "b|350|61425|4|4", "c|350|61425|4|4");
            assertThat(plan.plan().table("p").rows())
                    .extracting(each -> String.valueOf(each.keyName()))
                    .containsExactly("ours", "theirs", "null");
        }
    }
}
