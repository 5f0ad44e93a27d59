package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.sql.SQLException;

/** SQL of the operator that is able to write, and users who may write to the sources. */
class WritableSourcesIT {

    private static final String CODE = "SOURCES_WRITABLE";
    private static final String RECOMPUTE =
            "tables: { ranking: { class: recompute, recompute: [ 'INSERT INTO ranking SELECT id FROM p' ] } }\n";

    private static PlannedGame game(DatabaseServer on) throws SQLException {
        return PlannedGame.on(on, 2)
                .everywhere(
                        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT)",
                        "CREATE TABLE ranking (id INT PRIMARY KEY)",
                        "INSERT INTO p VALUES (1, 1)")
                .config(RECOMPUTE);
    }

    private static PoorUser reader(PlannedGame game, String... more) throws SQLException {
        PoorUser user = PoorUser.of(
                game,
                "SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES ON `" + game.database(1) + "`.*",
                "SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES ON `" + game.database(2) + "`.*",
                "ALL PRIVILEGES ON `" + game.target() + "`.*");
        for (String right : more) {
            user.run("GRANT " + right + " TO " + user.name());
        }
        return user;
    }

    @OnMySqlAndMariaDb
    void aUserWhoMayWriteToTheSourcesIsRefusedWhereStatementsAreRecomputed(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            assertThat(game.found(CODE)).extracting(Finding::subject).containsExactly("s1", "s2");
            assertThat(game.found(CODE).get(0).severity()).isEqualTo(Severity.ERROR);
            assertThat(game.found(CODE).get(0).message())
                    .satisfies(says(
                            "merge.yaml holds SQL that is able to write (recompute of ranking)",
                            "may write to this source: ALTER, CREATE, DELETE",
                            "INSERT, UPDATE",
                            "SELECT, SHOW VIEW, TRIGGER, EVENT and LOCK TABLES",
                            "accept",
                            "noticed afterwards"));

            game.config("accept: [ { code: SOURCES_WRITABLE, subject: 's*', because: read twice } ]\n" + RECOMPUTE);

            assertThat(game.found(CODE)).extracting(Finding::severity).containsOnly(Severity.ACCEPTED);
        }
    }

    @OnMySqlAndMariaDb
    void aUserWhoMayOnlyReadTheSourcesIsNot(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser reader = reader(game)) {
            assertThat(reader.name()).isNotEmpty();
            assertThat(game.found(CODE, "RIGHTS")).isEmpty();
        }
    }

    @OnMySqlAndMariaDb
    void rightsOnOneTableOrOneColumnAreEnough(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            try (PoorUser user = reader(game, "DELETE ON `" + game.database(2) + "`.p")) {
                assertThat(user.name()).isNotEmpty();
                assertThat(game.found(CODE))
                        .extracting(finding -> finding.subject() + " " + finding.samples())
                        .containsExactly("s2 [DELETE]");
            }
            try (PoorUser user = reader(game, "UPDATE (level) ON `" + game.database(1) + "`.p")) {
                assertThat(user.name()).isNotEmpty();
                assertThat(game.found(CODE))
                        .extracting(finding -> finding.subject() + " " + finding.samples())
                        .containsExactly("s1 [UPDATE]");
            }
        }
    }

    @OnMySqlAndMariaDb
    void rolesThatStatementsCouldSwitchOnCount(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser user = reader(game)) {
            user.role("INSERT ON `" + game.database(1) + "`.*", "INSERT ON `" + game.database(2) + "`.p");

            assertThat(game.found(CODE))
                    .extracting(finding -> finding.subject() + " " + finding.samples())
                    .containsExactly("s1 [INSERT]", "s2 [INSERT]");
        }
    }

    @OnMySqlOrMariaDb
    void conditionsCountWhereTheyCallAStoredFunction(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.everywhere("CREATE FUNCTION touched(i INT) RETURNS INT DETERMINISTIC RETURN 1");
            game.config("tables: { p: { where: 'level > 0 AND ABS(level) > 0' } }\n");

            assertThat(game.found(CODE)).isEmpty();

            game.config("tables: { p: { where: '{source}.`touched` (id) = 1' } }\n");

            assertThat(game.found(CODE))
                    .extracting(Finding::message)
                    .allSatisfy(
                            message -> assertThat(message).contains("able to write (where of p, which calls touched)"))
                    .hasSize(2);

            // a name without quotes may have any letters
            game.everywhere("CREATE FUNCTION `ber\u00fchrt`(i INT) RETURNS INT DETERMINISTIC RETURN 1");
            game.config("tables: { p: { where: '{source}.ber\u00fchrt(id) = 1' } }\n");

            assertThat(game.found(CODE)).hasSize(2);
        }
    }

    /** It is carried out while the plan counts rows. */
    @OnMySqlAndMariaDb
    void aPlanLetsNoFunctionWrite(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.everywhere("CREATE FUNCTION touched(i INT) RETURNS INT DETERMINISTIC MODIFIES SQL DATA"
                    + " BEGIN UPDATE p SET level = level + 1 WHERE id = i; RETURN 1; END");
            game.config("tables: { p: { where: '{source}.touched(id) = 1' } }\n");
            try {
                game.plan();
            } catch (SQLException e) {
                assertThat(e.getMessage()).contains("READ ONLY transaction");
            }
            assertThat(game.ask(1, "SELECT level FROM p")).isEqualTo("1");
            assertThat(game.ask(2, "SELECT level FROM p")).isEqualTo("1");
        }
    }
}
