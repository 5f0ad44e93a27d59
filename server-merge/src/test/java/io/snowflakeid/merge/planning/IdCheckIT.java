package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.sql.SQLException;
import java.util.List;

class IdCheckIT {

    private static final String[] CODES = {
        "ID_BEYOND_RANGE", "ID_NEGATIVE", "ID_CAPACITY", "ID_OUTSIDE_RANGE", "ID_RANGE", "ID_CLASH"
    };

    private static String table(String type) {
        return "CREATE TABLE p (id %s PRIMARY KEY AUTO_INCREMENT)".formatted(type);
    }

    @OnMySqlOrMariaDb
    void idsAboveTheGreatestLongAreRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(table("BIGINT UNSIGNED"))
                    .in(1, "INSERT INTO p VALUES (1), (9223372036854775807)")
                    .in(2, "INSERT INTO p VALUES (5), (9223372036854775808), (18446744073709551614)");

            assertThat(game.found("ID_BEYOND_RANGE"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "ID_BEYOND_RANGE",
                            "s2.p.id",
                            List.of(
                                    "2 ids are above 9223372036854775807, the greatest that can be merged",
                                    "give these rows smaller ones on the source"),
                            2L,
                            List.of("9223372036854775808", "18446744073709551614")));
        }
    }

    @OnMySqlOrMariaDb
    void aConditionIsOfferedWhereOnlyTheSmallValuesAreIds(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            auras(game).config("references: [ { from: aura.caster, to: p.id, orphans: keep } ]");

            assertThat(game.found("ID_BEYOND_RANGE"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "ID_BEYOND_RANGE",
                            "s2.aura.caster",
                            List.of(
                                    "1 ids are above 9223372036854775807, the greatest that can be merged",
                                    "if only the small values are ids of p.id",
                                    "give the reference a condition",
                                    "when: \"caster < 4294967296\"",
                                    "else give these rows smaller ones on the source"),
                            1L,
                            List.of("17379390969236947564")));
        }
    }

    @OnMySqlOrMariaDb
    void valuesThatTheConditionLeavesOutAreNoIds(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            auras(game)
                    .everywhere("CREATE TABLE other (id BIGINT UNSIGNED NOT NULL)")
                    .in(2, "INSERT INTO other VALUES (9223372036854775809)")
                    .config("""
                            references:
                              - { from: aura.caster, to: p.id, when: "caster < 4294967296" }
                              - { from: other.id, to: p.id, orphans: keep }
                            """);

            assertThat(game.found("ID_BEYOND_RANGE"))
                    .extracting(Finding::subject)
                    .containsExactly("s2.other.id");
        }
    }

    @OnMySqlOrMariaDb
    void valuesFarBeyondAllIdsAreWarnedOf(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                            "CREATE TABLE p (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT)",
                            "INSERT INTO p VALUES (1), (9000)",
                            "CREATE TABLE aura (caster BIGINT NOT NULL)",
                            "INSERT INTO aura VALUES (1), (9000)")
                    .in(1, "INSERT INTO aura VALUES (4611686018427387913), (4294967295)")
                    .config("references: [ { from: aura.caster, to: p.id, orphans: keep } ]");

            assertThat(game.found("ID_BEYOND_RANGE"))
                    .satisfiesExactly(finding(
                            Severity.WARNING,
                            "ID_BEYOND_RANGE",
                            "s1.aura.caster",
                            List.of(
                                    "1 values are 4294967296 or above",
                                    "far beyond all ids of p.id",
                                    "if only the small values are ids of p.id",
                                    "give the reference a condition",
                                    "when: \"caster < 4294967296\""),
                            1L,
                            List.of("4611686018427387913")));
        }
    }

    private static PlannedGame auras(PlannedGame game) throws SQLException {
        return game.everywhere(
                        "CREATE TABLE p (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT)",
                        "INSERT INTO p VALUES (1), (9000)",
                        "CREATE TABLE aura (caster BIGINT UNSIGNED NOT NULL)",
                        "INSERT INTO aura VALUES (1), (9000)")
                .in(2, "INSERT INTO aura VALUES (17379390969236947564)");
    }

    @OnMySqlOrMariaDb
    void negativeIdsAreNoted(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(table("INT"))
                    .in(1, "INSERT INTO p VALUES (1)")
                    .in(2, "INSERT INTO p VALUES (-3), (-1), (7)");

            assertThat(game.found(CODES))
                    .satisfiesExactly(finding(
                            Severity.NOTE,
                            "ID_NEGATIVE",
                            "s2.p.id",
                            List.of(
                                    "2 ids are negative",
                                    "treated like all others",
                                    "list those that stand for something else",
                                    "as none of the references"),
                            2L,
                            List.of("-3", "-1")));
        }
    }

    @OnMySqlOrMariaDb
    void littleRoomLeftIsWarnedOfWithNumbers(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                            table("INT"),
                            "CREATE TABLE c (p SMALLINT)",
                            "INSERT INTO p VALUES (1), (9000)",
                            "INSERT INTO c VALUES (1)")
                    .config("references: [ c.p -> p.id ]");

            assertThat(game.found(CODES))
                    .satisfiesExactly(finding(
                            Severity.WARNING,
                            "ID_CAPACITY",
                            "p.id",
                            List.of(
                                    "ids reach up to 19000 afterwards",
                                    "58 % of 32767, the greatest that c.p (smallint) takes",
                                    "widen the column on the main server",
                                    "or choose a tighter way to move them"),
                            null,
                            List.of()));
        }
    }

    @OnMySqlOrMariaDb
    void idsThatStayOutsideOfTheirRangeAreWarnedOf(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(table("INT"))
                    .in(1, "INSERT INTO p VALUES (5), (10), (50), (60), (1001)")
                    .in(2, "INSERT INTO p VALUES (2000)")
                    .config("tables: { p: { id-range: 10..1000, reserved: [ 50..59 ] } }");

            assertThat(game.found(CODES))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.message() + " "
                            + finding.samples())
                    .satisfiesExactly(
                            says(
                                    "WARNING s1.p.id 3 ids are outside of id-range",
                                    "or in a range that is reserved",
                                    "stay as they are",
                                    "correct the ranges in merge.yaml",
                                    "or these ids on the source [5, 50, 1001]"),
                            says(
                                    "WARNING s2.p.id 1 ids are outside of id-range",
                                    "or in a range that is reserved",
                                    "stay as they are",
                                    "correct the ranges in merge.yaml",
                                    "or these ids on the source [2000]"));
        }
    }

    @OnMySqlOrMariaDb
    void ordinaryIdsAreNotMentioned(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(table("INT"), "INSERT INTO p VALUES (1), (9000)")
                    .config("tables: { p: { id-range: 1..1000000, reserved: [ 20000..30000 ] } }");

            assertThat(game.found(CODES)).isEmpty();
        }
    }
}
