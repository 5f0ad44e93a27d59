package io.snowflakeid.merge.planning.ids;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.sql.SQLException;
import java.util.List;

class IdCheckIT {

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
                            List.of("id = 9223372036854775808", "id = 18446744073709551614")));
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
                                    "give these rows smaller ones on the source",
                                    "if such values are no ids",
                                    "give the reference a condition such as when: \"caster < 4294967296\""),
                            1L,
                            List.of("caster = 17379390969236947564")));
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
}
