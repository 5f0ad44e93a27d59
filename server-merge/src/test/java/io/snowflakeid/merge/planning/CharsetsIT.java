package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of which the main server's character set lacks some: whatever they are compared for, the plan tells which they are. */
class CharsetsIT {

    private static final String TABLES = """
            CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET %1$s, UNIQUE KEY (name));
            CREATE TABLE fame (who VARCHAR(20) CHARACTER SET %1$s, PRIMARY KEY (who));
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender VARCHAR(20) CHARACTER SET %1$s);
            CREATE TABLE town (name VARCHAR(20) CHARACTER SET %1$s, paid VARCHAR(20) CHARACTER SET %1$s, PRIMARY KEY (name));
            CREATE TABLE purse (owner VARCHAR(20) CHARACTER SET %1$s, gold INT, note VARCHAR(20) CHARACTER SET %1$s,
                PRIMARY KEY (owner));
            """;

    private static final List<String> POLICIES = List.of(
            "unique: [ { key: p.name, on-clash: rename } ]",
            "unique: [ { key: p.name, on-clash: rename, side: all, followed-by: [ fame.who, mail.sender ] } ]",
            "unique: [ { key: p.name, on-clash: keep-first } ]",
            "unique: [ { key: p.name, on-clash: keep-first, references: follow } ]\nreferences: [ mail.id -> p.id ]",
            "references: [ { from: mail.sender, to: p.name, orphans: clear }, { from: fame.who, to: p.name, orphans: drop } ]",
            "unique: [ { key: town.name, on-clash: keep-first }, { key: purse.owner, on-clash: keep-first } ]",
            "");

    static List<Arguments> policies() {
        return DatabaseServer.mySqlOrMariaDbOrAll().stream()
                .flatMap(on -> List.of("latin1", "utf8mb3").stream()
                        .flatMap(charset -> POLICIES.stream().map(policy -> Arguments.of(on, charset, policy))))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatTheMainServersCharacterSetLacksIsToldWhateverItIsComparedFor(
            DatabaseServer on, String charset, String policy) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String lacking = charset.equals("utf8mb3") ? "😀" : "名";
            game.in(1, statements(charset))
                    .in(2, statements("utf8mb4"))
                    .everywhere(
                            "INSERT INTO p VALUES (1, 'Bob'), (2, 'Ann')",
                            "INSERT INTO fame VALUES ('Bob')",
                            "INSERT INTO mail VALUES (1, 'Bob')",
                            "INSERT INTO town VALUES ('york', 'a')",
                            "INSERT INTO purse VALUES ('Bob', 1, 'a')")
                    .in(1, "INSERT INTO p VALUES (3, 'é'), (4, '?')")
                    .in(
                            2,
                            "INSERT INTO p VALUES (3, '" + lacking
                                    + "'), (4, '?'), (5, '字'), (6, 'é'), (7, 'BOB.S2'), (8, '名字.s2')",
                            "INSERT INTO fame VALUES ('" + lacking + "')",
                            "INSERT INTO mail VALUES (3, '" + lacking + "')",
                            "INSERT INTO town VALUES ('" + lacking + "', '" + lacking + "')",
                            "INSERT INTO purse VALUES ('" + lacking + "', 1, '" + lacking + "')")
                    .config(policy);

            assertThat(game.found("SCHEMA_COLUMN_CHARSET"))
                    .extracting(finding -> finding.severity() + " " + finding.subject())
                    .contains("ERROR s2.p.name");
        }
    }

    @OnMySqlOrMariaDb
    void aPatternOfCharactersThatAColumnLacksIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                    "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET latin1, UNIQUE KEY (name))",
                    "CREATE TABLE fame (id INT PRIMARY KEY AUTO_INCREMENT, who VARCHAR(20) CHARACTER SET ascii,"
                            + " thing VARCHAR(20) CHARACTER SET utf8mb4)",
                    "INSERT INTO p VALUES (1, 'Bob')");
            String yaml = """
                    unique:
                      - key: p.name
                        on-clash: rename
                        pattern: "{name}%s{alias}"
                        followed-by: [ fame.who, fame.thing ]
                    """;
            game.config(yaml.formatted("·名字"));

            assertThat(game.found("CONFIG_UNIQUE"))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message())
                    .satisfiesExactlyInAnyOrder(
                            says(
                                    "ERROR p.name: pattern {name}·名字{alias}",
                                    "'名' (U+540D), '字' (U+5B57)",
                                    "the character set latin1 of column p.name on the main server has no such"
                                            + " character",
                                    "take another pattern",
                                    "or another character set for the column",
                                    "correct unique in line 7 of merge.yaml"),
                            says(
                                    "ERROR fame.who: pattern {name}·名字{alias}",
                                    "'·' (U+00B7), '名' (U+540D), '字' (U+5B57)",
                                    "the character set ascii of column fame.who on the main server has no such"
                                            + " character",
                                    "take another pattern",
                                    "or another character set for the column",
                                    "correct unique in line 7 of merge.yaml"));

            game.config(yaml.formatted(".").replace("fame.who, ", ""));
            assertThat(game.found("CONFIG_UNIQUE")).isEmpty();
            game.config(yaml.formatted("·").replace("fame.who, ", ""));
            assertThat(game.found("CONFIG_UNIQUE")).isEmpty();
        }
    }

    private static String[] statements(String charset) {
        return TABLES.formatted(charset).split(";\n");
    }
}
