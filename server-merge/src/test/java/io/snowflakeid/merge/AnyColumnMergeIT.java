package io.snowflakeid.merge;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of all types, keys of all types walked in small chunks, and names that would end a statement that did not quote them. */
class AnyColumnMergeIT {

    private static final int ROWS = 350;

    @TempDir
    Path folder;

    @Test
    void onMySql() throws Exception {
        merges(DatabaseServer.mySqlOrMariaDb());
    }

    @Test
    void onMariaDb() throws Exception {
        merges(DatabaseServer.MARIADB);
    }

    private void merges(DatabaseServer on) throws Exception {
        String yaml = """
                execution: { writers: 2, chunk-rows: 100, keyless-rows: 100 }
                unique: [ { key: key_enum_alone.e, on-clash: keep-first } ]
                references:
                  - "`a.b`.`x -> y` -> `we``ird; DROP TABLE x -- #`.`sel``ect`"
                  - { from: "`a.b`.`it's`", to: "`a.b`.id", none: [0] }
                """;
        MergeFacts facts = new MergeFacts()
                .first("key_enum_alone", "e")
                .referenceOf("a.b", "x -> y", "we`ird; DROP TABLE x -- #", "sel`ect")
                .referenceOf("a.b", "it's", "a.b", "id", 0);
        try (GameServers servers = GameServers.on(on, 2)) {
            servers.filled((connection, server) -> {
                SqlScript.run(connection, keys(server));
                SqlScript.run(connection, types(server));
                SqlScript.run(connection, hostileNames(server));
            });
            new MergeTrial(servers, folder, yaml).mergesRightly(facts);
        }
    }

    /** Tables that are nothing but a key, of each type; the two servers' values are different. */
    private static List<String> keys(int server) {
        Map<String, String> types = new LinkedHashMap<>();
        types.put("key_tiny", "TINYINT = n - 128 + server * 120");
        types.put("key_big", "BIGINT UNSIGNED = 18446744073709551615 - n * 2 - server");
        types.put("key_negative", "INT = 1000 - n * 7 - server * 3");
        types.put("key_decimal", "DECIMAL(12, 3) = n * 1.5 - 100 + server * 0.25");
        types.put(
                "key_text",
                "VARCHAR(30) COLLATE utf8mb4_general_ci = CONCAT(ELT(1 + n % 5, 'a', 'B', 'ç', 'Z', '_'), ' ', n, 'x', server)");
        types.put(
                "key_text_bin",
                "VARCHAR(30) COLLATE utf8mb4_bin = CONCAT(ELT(1 + n % 5, 'a', 'A', 'á', 'Z', '\\\\'), n, ELT(1 + n % 3, '', ' ', '\\''), 'x', server)");
        types.put(
                "key_latin",
                "VARCHAR(30) CHARACTER SET latin1 = CONCAT(ELT(1 + n % 4, 'é', 'Ü', 'ß', 'z'), n, 'x', server)");
        types.put("key_char", "CHAR(12) COLLATE utf8mb4_general_ci = CONCAT(n, ' ', server)");
        types.put("key_bytes", "VARBINARY(20) = CONCAT(CHAR(n % 256), CHAR(0), CHAR(n DIV 256), CHAR(server))");
        types.put("key_fixed_bytes", "BINARY(6) = CONCAT(CHAR(n % 256), CHAR(n DIV 256), CHAR(server))");
        types.put(
                "key_date",
                "DATE = IF(n + server = 0, '0000-00-00', DATE('2000-01-01') + INTERVAL n * 2 + server DAY)");
        types.put(
                "key_datetime",
                "DATETIME(6) = IF(n + server = 0, '0000-00-00', TIMESTAMP('2000-01-01 00:00:00.123456') + INTERVAL n * 3 + server MICROSECOND)");
        types.put(
                "key_timestamp",
                "TIMESTAMP(3) = IF(n + server = 0, '0000-00-00', TIMESTAMP('2001-03-25 01:59:59.500') + INTERVAL n * 7 + server MINUTE)");
        types.put("key_time", "TIME(2) = SEC_TO_TIME(n * 997 - 99999 + server)");
        types.put("key_year", "YEAR = 1901 + n + server * 120");
        types.put("key_double", "DOUBLE = n / 3 + server / 7");
        types.put("key_bit", "BIT(20) = n * 2 + server");
        List<String> statements = new ArrayList<>();
        types.forEach((table, definition) -> {
            String[] parts = definition.split(" = ", 2);
            int rows = table.equals("key_tiny") || table.equals("key_year") ? 100 : ROWS;
            statements.add("CREATE TABLE " + table + " (k " + parts[0]
                    + " NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4");
            statements.add(numbers(
                    rows,
                    "INSERT INTO " + table + " SELECT " + parts[1].replace("server", String.valueOf(server))
                            + ", n FROM numbers"));
        });
        statements.add(
                "CREATE TABLE key_of_many (e ENUM('z', 'a', 'm') NOT NULL, d DATE NOT NULL, t VARCHAR(9) NOT NULL, i INT NOT NULL,"
                        + " PRIMARY KEY (d, e, t, i)) DEFAULT CHARSET utf8mb4");
        statements.add(numbers(
                ROWS,
                "INSERT INTO key_of_many SELECT 1 + n % 3, DATE('2000-01-01') + INTERVAL n % 4 DAY, CHAR(65 + n % 7), n * 2 + "
                        + server + " FROM numbers"));
        statements.add(
                "CREATE TABLE key_enum_first (e ENUM('z', 'a', 'm') NOT NULL, i INT NOT NULL, PRIMARY KEY (e, i))");
        statements.add(
                numbers(ROWS, "INSERT INTO key_enum_first SELECT 1 + n % 3, n * 2 + " + server + " FROM numbers"));
        statements.add(
                "CREATE TABLE key_unique_only (i INT NULL, u INT NOT NULL, w VARCHAR(9), UNIQUE KEY maybe (i), UNIQUE KEY sure (u, w))"
                        + " DEFAULT CHARSET utf8mb4");
        statements.add(numbers(
                ROWS,
                "INSERT INTO key_unique_only SELECT NULLIF(n * 2 + " + server + ", " + (20 + server) + "), n * 2 + "
                        + server + ", NULL FROM numbers"));
        statements.add("CREATE TABLE key_enum_alone (e ENUM('z', 'a', 'm') NOT NULL PRIMARY KEY, v INT, w VARCHAR(9))");
        statements.add("INSERT INTO key_enum_alone VALUES ('z', 1, 's" + server + "'), ("
                + (server == 0 ? "'a'" : "'m'") + ", 2, 'x')");
        statements.add("CREATE TABLE key_prefix (t TEXT NOT NULL, PRIMARY KEY (t(10))) DEFAULT CHARSET utf8mb4");
        statements.add(numbers(
                ROWS,
                "INSERT INTO key_prefix SELECT CONCAT(n, 'x', " + server
                        + ", '-', REPEAT('long ', 100)) FROM numbers"));
        statements.add(
                "CREATE TABLE key_partitioned (i INT NOT NULL, p INT NOT NULL, PRIMARY KEY (i, p)) PARTITION BY HASH (p) PARTITIONS 3");
        statements.add(numbers(ROWS, "INSERT INTO key_partitioned SELECT n * 2 + " + server + ", n % 9 FROM numbers"));
        return statements;
    }

    private static String numbers(int rows, String insert) {
        String head = insert.substring(0, insert.indexOf("SELECT"));
        return head + "WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < "
                + (rows - 1) + ") " + insert.substring(insert.indexOf("SELECT"));
    }

    private static List<String> types(int server) {
        List<String> statements = new ArrayList<>();
        statements.add(
                "CREATE TABLE types (id INT PRIMARY KEY AUTO_INCREMENT, bo BOOLEAN, ti TINYINT UNSIGNED, me MEDIUMINT,"
                        + " bu BIGINT UNSIGNED, de DECIMAL(30, 10), fl FLOAT, dou DOUBLE, bi BIT(13), ye YEAR, da DATE, ti6 TIME(6), dt DATETIME(6),"
                        + " ts TIMESTAMP(6) NULL, ch CHAR(10), vc VARCHAR(50), la VARCHAR(50) CHARACTER SET latin1, ut VARCHAR(50) CHARACTER SET utf16,"
                        + " lt LONGTEXT, bn BINARY(8), vb VARBINARY(20), bl LONGBLOB, en ENUM('a', 'ß', '', 'x,y'), se SET('p', 'q', 'r s'), js JSON,"
                        + " ge GEOMETRY, gv INT AS (ti * 2) VIRTUAL, gs VARCHAR(80) AS (CONCAT(vc, '!')) STORED, inv INT "
                        + "INVISIBLE"
                        + " DEFAULT 7, nn VARCHAR(9) NOT NULL DEFAULT 'it''s', CHECK (ti < 250))"
                        + " DEFAULT CHARSET utf8mb4");
        String columns =
                "bo, ti, me, bu, de, fl, dou, bi, ye, da, ti6, dt, ts, ch, vc, la, ut, lt, bn, vb, bl, en, se, js, ge, inv, nn";
        statements.add(
                "INSERT INTO types (" + columns
                        + ") VALUES (1, 249, -8388608, 18446744073709551615, -1234567890.0123456789, 1.1,"
                        + " 0.1, b'1010101010101', 2155, '9999-12-31', '-838:59:59', '1000-01-01 00:00:00.000001', '1970-01-01 00:00:01.5', 'a  ',"
                        + " 'trailing  ', 'äöü€', 'ø\uD83D\uDC09', REPEAT('Zoë\\n', 300000), x'6100', x'0000ff00', REPEAT(x'00ff', 600000), 'ß',"
                        + " 'p,r s', '{\"b\": 1, \"a\": [1.50, \"\\\\u00e9\", null, true]}', ST_GeomFromText('POINT(1 2)'), 99, 'x')");
        statements.add("INSERT INTO types (" + columns
                + ") VALUES (NULL, 0, 0, 9223372036854775808, 0, 3.4e38, -1.7e308, 0, 1901,"
                + " '0000-00-00', '00:00:00.000001', '0000-00-00 00:00:00', '2038-01-19 03:14:07.999999', '', '', '', '', '', '', '', '', '', '',"
                + " '\"x\"', ST_GeomFromText('LINESTRING(0 0,1 1,2 3)', 4326), NULL, '')");
        statements.add("INSERT INTO types (" + columns + ") VALUES (" + "NULL, ".repeat(26) + "'" + server + "')");
        statements.add(
                "CREATE TABLE heap_of_types (fl FLOAT, bi BIT(3), js JSON, bl BLOB, vc VARCHAR(9) COLLATE utf8mb4_general_ci)");
        statements.add(
                "INSERT INTO heap_of_types VALUES (1.1, b'101', '[1]', x'00', 'x'), (1.1, b'101', '[1]', x'00', 'x'),"
                        + " (1.1, b'101', '[1]', x'00', 'X '), (NULL, NULL, NULL, NULL, NULL), (NULL, NULL, NULL, NULL, NULL)");
        statements.add(numbers(
                ROWS, "INSERT INTO heap_of_types SELECT n / 9, n % 8, JSON_ARRAY(n), CHAR(n % 3), 'y' FROM numbers"));
        return statements;
    }

    private static List<String> hostileNames(int server) {
        String weird = "`we``ird; DROP TABLE x -- #`";
        return List.of(
                "CREATE TABLE " + weird
                        + " (`sel``ect` INT PRIMARY KEY AUTO_INCREMENT, `from` VARCHAR(20), `quote\"'s` INT, `\\\\n` INT,"
                        + " `? ?` INT, `{source}` INT, KEY `in``dex` (`from`), UNIQUE KEY `u'nique` (`quote\"'s`)) DEFAULT CHARSET utf8mb4",
                "CREATE TABLE `a.b` (id INT PRIMARY KEY AUTO_INCREMENT, `x -> y` INT NOT NULL, `it's` INT NOT NULL DEFAULT 0, `日本` TEXT,"
                        + " merge_old_id INT, s INT, `order` INT) DEFAULT CHARSET utf8mb4",
                "CREATE TABLE `C``D` (`i d` INT AUTO_INCREMENT, `par``ent` INT, PRIMARY KEY (`i d`),"
                        + " CONSTRAINT `f``k` FOREIGN KEY (`par``ent`) REFERENCES " + weird + " (`sel``ect`))",
                "CREATE TABLE `%s %d $1 ${x}` (`%s` INT PRIMARY KEY AUTO_INCREMENT)",
                "INSERT INTO " + weird + " VALUES (1, 'a', " + server + ", 5, 6, 7), (2, 'b', NULL, 5, 6, 7), (9, 'c', "
                        + (server + 10) + ", NULL, 1, 2)",
                "INSERT INTO `a.b` VALUES (1, 9, 0, 'x', 1, 2, 3), (2, 1, 1, NULL, 4, 5, 6)",
                "INSERT INTO `C``D` VALUES (1, 9), (2, NULL), (3, 1)",
                "INSERT INTO `%s %d $1 ${x}` VALUES (1), (2)",
                "CREATE VIEW `v``iew` AS SELECT `sel``ect` AS `a``b` FROM " + weird,
                "CREATE TRIGGER `tr``igger` BEFORE INSERT ON `C``D` FOR EACH ROW SET NEW.`par``ent` = NEW.`par``ent`");
    }
}
