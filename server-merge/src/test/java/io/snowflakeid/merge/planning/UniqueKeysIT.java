package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What the plan takes for the same in a unique key, beside what the server does. */
class UniqueKeysIT {

    private static final List<String> COLLATIONS = List.of(
            "utf8mb3_general_ci", "utf8mb4_unicode_ci", "utf8mb4_unicode_520_ci", "utf8mb4_bin", "latin1_german2_ci");

    /** Each as two texts in hexadecimal digits of UTF-8: blanks, NBSP, ideographic space, ignorable, combining, sharp s, tab, weights longer than the text. */
    private static final List<String> PAIRS = List.of(
            "61/6120",
            "61/61C2A0",
            "61E38080/61",
            "61/61E2808B",
            "65CC81/C3A9",
            "C39F/7373",
            "61/6109",
            "6120/61C2A020",
            "C39FC39FC39FC39FC39FC39FC39FC39F61/C39FC39FC39FC39FC39FC39FC39FC39F62");

    @OnMySqlAndMariaDb
    void textsClashInThePlanIfTheyDoInAnIndex(DatabaseServer on) throws Exception {
        List<String> collations = new ArrayList<>(COLLATIONS);
        collations.addAll(
                on == DatabaseServer.MYSQL
                        ? List.of("utf8mb4_0900_ai_ci", "utf8mb4_0900_as_cs")
                        : List.of("utf8mb4_unicode_nopad_ci", "utf8mb4_uca1400_ai_ci"));
        try (SmallGame game = new SmallGame(on, "", "");
                Connection connection = game.connect(1)) {
            List<String> same = new ArrayList<>();
            for (String collation : collations) {
                for (int i = 0; i < PAIRS.size(); i++) {
                    if (planted(connection, List.of(game.database(1), game.database(2)), collation, i)) {
                        same.add(collation + "_" + i + "(v)");
                    }
                }
            }

            assertThat(same).hasSizeGreaterThan(10).hasSizeLessThan(collations.size() * PAIRS.size());
            assertThat(game.planned("").plan().findings())
                    .filteredOn(finding -> finding.code() == FindingCode.UNIQUE_CLASH)
                    .extracting(Finding::subject)
                    .containsExactlyInAnyOrderElementsOf(same);
        }
    }

    /** One of the texts on each server; whether the server takes them for the same, or cannot hold them. */
    private static boolean planted(Connection connection, List<String> databases, String collation, int number)
            throws SQLException {
        String type = "VARCHAR(9) CHARACTER SET " + collation.split("_", 2)[0] + " COLLATE " + collation + " NOT NULL";
        String[] texts = PAIRS.get(number).split("/", 2);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE " + databases.get(0) + ".truth (v " + type + ", UNIQUE KEY (v))");
            int rows = 0;
            for (int i = 0; i < texts.length; i++) {
                String text = "CONVERT(_binary X'" + texts[i] + "' USING utf8mb4)";
                String table = databases.get(i) + "." + collation + "_" + number;
                statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY AUTO_INCREMENT, v " + type
                        + ", UNIQUE KEY (v))");
                // a text that the character set lacks goes to neither
                int stored = statement.executeUpdate("INSERT IGNORE INTO " + table + " (v) VALUES (" + text + ")");
                rows += stored == 0
                        ? 0
                        : statement.executeUpdate(
                                "INSERT IGNORE INTO " + databases.get(0) + ".truth VALUES (" + text + ")");
            }
            statement.execute("DROP TEMPORARY TABLE " + databases.get(0) + ".truth");
            return rows == 1;
        }
    }
}
