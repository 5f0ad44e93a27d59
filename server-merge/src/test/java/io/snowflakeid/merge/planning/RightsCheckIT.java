package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Users with fewer rights than a merge needs. */
class RightsCheckIT {

    private static final String[] CODES = {"RIGHTS", "RIGHTS_UNKNOWN", "READ_ONLY"};

    private static boolean seen(Finding finding) {
        return !finding.code().equals("RIGHTS_UNSEEN");
    }

    private static PlannedGame game(DatabaseServer on) throws SQLException {
        return PlannedGame.on(on, 2)
                .everywhere(
                        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)",
                        "CREATE TABLE c (p INT, FOREIGN KEY (p) REFERENCES p (id))",
                        "INSERT INTO p VALUES (1)");
    }

    private static String pattern(PlannedGame game, int source) {
        return "`" + game.database(source).replace("_", "\\_") + "`.*";
    }

    @OnMySqlAndMariaDb
    void whatLacksOnTheTargetIsNamed(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser poor = PoorUser.of(
                        game,
                        "SELECT, TRIGGER, LOCK TABLES ON " + pattern(game, 1),
                        "SELECT, LOCK TABLES ON " + pattern(game, 2),
                        "SELECT, INSERT, UPDATE, DELETE, CREATE ON `" + game.target() + "`.*")) {
            assertThat(game.found(CODES))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "RIGHTS",
                            game.target(),
                            List.of(
                                    "user " + poor.name() + "@% lacks rights on the target that a run needs",
                                    "GRANT DROP, ALTER, INDEX, REFERENCES ON `" + game.target() + "`.*",
                                    "TO `" + poor.name() + "`@`%`"),
                            4L,
                            List.of("DROP", "ALTER", "INDEX", "REFERENCES")));
        }
    }

    @OnMySqlAndMariaDb
    void triggersAndViewsNeedTheirOwn(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on).everywhere(
                                "CREATE TRIGGER t BEFORE INSERT ON c FOR EACH ROW SET NEW.p = NEW.p",
                                "CREATE VIEW v AS SELECT id FROM p");
                PoorUser poor = PoorUser.of(
                        game,
                        "SELECT, TRIGGER, SHOW VIEW, LOCK TABLES ON " + pattern(game, 1),
                        "SELECT, TRIGGER, SHOW VIEW, LOCK TABLES ON " + pattern(game, 2),
                        "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES ON `" + game.target()
                                + "`.*")) {
            assertThat(poor.name()).isNotEmpty();
            List<List<String>> lacking = new ArrayList<>(List.of(List.of("TRIGGER", "CREATE VIEW")));
            if (game.ask(1, "SELECT @@log_bin AND NOT @@log_bin_trust_function_creators")
                    .equals("1")) {
                lacking.add(List.of("SUPER"));
            }
            assertThat(game.found(CODES)).extracting(Finding::samples).containsExactlyElementsOf(lacking);
        }
    }

    @OnMySqlAndMariaDb
    void rightsOfPatternsAndOfActiveRolesCount(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser poor = PoorUser.of(
                        game,
                        "SELECT, TRIGGER, LOCK TABLES ON `" + game.database(1).substring(0, 14) + "%`.*")) {
            poor.defaultRole(
                    on,
                    "ALL PRIVILEGES ON " + "`" + game.target().replace("_", "\\_") + "`.*",
                    "SELECT, LOCK TABLES ON " + pattern(game, 2));

            assertThat(game.found(CODES)).isEmpty();
        }
    }

    @OnMySqlAndMariaDb
    void tablesAndTriggersThatAreNotSeenAreWarnedOf(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser poor = PoorUser.of(
                        game,
                        "SELECT ON `" + game.database(1) + "`.p",
                        "LOCK TABLES ON " + pattern(game, 1),
                        "SELECT, LOCK TABLES ON " + pattern(game, 2),
                        "ALL PRIVILEGES ON `" + game.target() + "`.*")) {
            String end = "`.* TO `" + poor.name() + "`@`%`";

            assertThat(game.found(CODES))
                    .satisfiesExactly(
                            finding(
                                    Severity.WARNING,
                                    "RIGHTS",
                                    "s1",
                                    List.of(
                                            "user " + poor.name() + "@% may read some tables of this source alone",
                                            "does not see others, which would be left behind",
                                            "GRANT SELECT ON `" + game.database(1) + end),
                                    1L,
                                    List.of("SELECT")),
                            finding(
                                    Severity.WARNING,
                                    "RIGHTS",
                                    "s1",
                                    List.of(
                                            "user " + poor.name() + "@% does not see triggers of the main server",
                                            "the target gets none",
                                            "GRANT TRIGGER ON `" + game.database(1) + end,
                                            "or make sure that there are none"),
                                    1L,
                                    List.of("TRIGGER")));
        }
    }

    @OnMySqlAndMariaDb
    void eachRightOnTheTargetIsAskedForAndEachSourceIsToBeRead(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser poor = PoorUser.of(
                        game,
                        "SELECT, TRIGGER, LOCK TABLES ON " + pattern(game, 1),
                        "SELECT ON `" + game.database(2) + "`.p")) {
            assertThat(poor.name()).isNotEmpty();
            assertThat(game.found("RIGHTS"))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.samples())
                    .containsExactly(
                            "WARNING s2 [SELECT]",
                            "ERROR s2 [LOCK TABLES]",
                            "ERROR " + game.target()
                                    + " [SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES]");
        }
    }

    @OnMySqlAndMariaDb
    void aSourceThatMayNotBeReadStopsThePlan(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser poor = PoorUser.of(
                        game,
                        "INSERT, LOCK TABLES ON " + pattern(game, 1),
                        "SELECT, LOCK TABLES ON " + pattern(game, 2),
                        "ALL PRIVILEGES ON `" + game.target() + "`.*")) {
            assertThat(poor.name()).isNotEmpty();
            assertThatThrownBy(game::plan)
                    .isInstanceOf(PlanException.class)
                    .hasMessageStartingWith(
                            "user " + poor.name() + " may not read all of the sources: SELECT command denied to user ")
                    .hasMessageEndingWith("; GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each of them");
        }
    }

    @OnMySqlAndMariaDb
    void whatTheUserCannotSeeIsNoted(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PoorUser poor = PoorUser.of(
                        game,
                        "SELECT, TRIGGER, EVENT, LOCK TABLES ON " + pattern(game, 1),
                        "SELECT, LOCK TABLES ON " + pattern(game, 2),
                        "ALL PRIVILEGES ON `" + game.target() + "`.*")) {
            assertThat(game.found("RIGHTS", "RIGHTS_UNSEEN"))
                    .containsExactly(new Finding(
                            Severity.NOTE,
                            "RIGHTS_UNSEEN",
                            game.target(),
                            "user " + poor.name()
                                    + "@% does not see all that may write to the sources: make sure that nothing"
                                    + " does",
                            2L,
                            List.of("sessions of other users, without PROCESS", "events of s2, without EVENT")));
        }
    }

    @OnMySqlAndMariaDb
    void aUserWithAllRightsLacksNone(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            assertThat(game.found(CODES)).isEmpty();
            assertThat(game.found("RIGHTS_UNSEEN")).isEmpty();
        }
    }

    private static List<String> judged(PlannedGame game, Map<String, String> settings, String... grants)
            throws Exception {
        Findings findings = new Findings(List.of());
        try (PlannedGame.Draft draft = game.draft()) {
            new RightsCheck(draft.game(), draft.plan(), findings)
                    .judge(new Grants(List.of(grants), false), new ServerSettings(settings), "u@h");
        }
        return findings.sorted().stream()
                .filter(RightsCheckIT::seen)
                .map(finding -> finding.severity() + " " + finding.code() + " " + finding.message())
                .toList();
    }

    @OnMySqlAndMariaDb
    void aBinaryLogForbidsTriggersToMost(DatabaseServer on) throws Exception {
        String all = "GRANT ALL PRIVILEGES ON `sno%`.* TO `u`@`h`";
        try (PlannedGame game =
                game(on).everywhere("CREATE TRIGGER t BEFORE INSERT ON c FOR EACH ROW SET NEW.p = NEW.p")) {
            assertThat(judged(game, Map.of("log_bin", "ON"), all))
                    .satisfiesExactly(says(
                            "ERROR RIGHTS user u@h may not create the 1 triggers",
                            "while the server writes a binary log",
                            "set log_bin_trust_function_creators = 1 for the run",
                            "or grant SUPER"));
            assertThat(judged(game, Map.of("log_bin", "ON", "log_bin_trust_function_creators", "ON"), all))
                    .isEmpty();
            assertThat(judged(game, Map.of("log_bin", "ON"), all, "GRANT SUPER ON *.* TO `u`@`h`"))
                    .isEmpty();
        }
    }

    @OnMySqlAndMariaDb
    void aServerThatTakesNoWritesIsRefused(DatabaseServer on) throws Exception {
        String all = "GRANT ALL PRIVILEGES ON `sno%`.* TO `u`@`h`";
        Consumer<String> error = says(
                "ERROR READ_ONLY the server takes no writes of this user",
                "read_only is on",
                "merge on the primary",
                "or switch it off");
        try (PlannedGame game = game(on)) {
            assertThat(judged(game, Map.of("read_only", "ON"), all)).satisfiesExactly(error);
            assertThat(judged(game, Map.of("read_only", "ON"), all, "GRANT CONNECTION_ADMIN ON *.* TO `u`@`h`"))
                    .isEmpty();
            assertThat(judged(game, Map.of("super_read_only", "ON"), "GRANT ALL PRIVILEGES ON *.* TO `u`@`h`"))
                    .satisfiesExactly(error);
            assertThat(judged(game, Map.of("read_only", "OFF"), all)).isEmpty();
        }
    }

    @OnMySqlAndMariaDb
    void grantsThatAreNotUnderstoodAreToldAndNoError(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            assertThat(judged(game, Map.of(), "GRANT POWER"))
                    .satisfiesExactly(says(
                            "WARNING RIGHTS_UNKNOWN what this user may do was not checked",
                            "lines of SHOW GRANTS were not understood",
                            "make sure that it may read the sources",
                            "and do everything in " + game.target()));
        }
    }
}
