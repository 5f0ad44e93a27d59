package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;

/** What a server is set to, what it holds, and who else is on it. */
class ServerStateIT {

    private static final String TABLE = "CREATE TABLE p (id INT PRIMARY KEY)";

    // ------------------------------------------------------------------------------------------------------ activity

    private static List<Finding> activity(PlannedGame game, String eventScheduler) throws Exception {
        Findings findings = new Findings(List.of());
        try (PlannedGame.Draft draft = game.draft()) {
            new ActivityCheck(draft.game(), draft.plan(), findings).look(eventScheduler);
        }
        return findings.sorted();
    }

    @OnMySqlAndMariaDb
    void eventsThatMayWriteAreWarnedOf(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(TABLE)
                    .in(
                            2,
                            "CREATE EVENT wipe ON SCHEDULE AT '2037-01-01' DO DELETE FROM p",
                            "CREATE EVENT asleep ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM p");

            assertThat(activity(game, "ON"))
                    .satisfiesExactly(finding(
                            Severity.WARNING,
                            "EVENTS",
                            "s2",
                            List.of(
                                    "the event scheduler is on",
                                    "events of this source may write while it is merged",
                                    "switch it off",
                                    "or disable them"),
                            1L,
                            List.of("wipe")));
            assertThat(activity(game, "OFF")).isEmpty();
            assertThat(activity(game, "DISABLED")).isEmpty();
        }
    }

    @OnMySqlAndMariaDb
    void sessionsOnASourceAreWarnedOf(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(TABLE);
            assertThat(game.found("SESSIONS")).isEmpty();

            try (Connection player = game.connect(2)) {
                assertThat(player.getCatalog()).isEqualTo(game.database(2));
                List<Finding> found = game.found("SESSIONS");

                assertThat(found)
                        .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.count()
                                + " " + finding.message())
                        .satisfiesExactly(says(
                                "WARNING s2 1 sessions are open on this source",
                                "must not be written to until the merge is verified",
                                "stop the game server"));
                assertThat(found.get(0).samples().get(0))
                        .matches(Pattern.quote(userAndHost(player)) + ":\\d+ uses " + game.database(2));
            }
        }
    }

    /** As the server sees them: a client that comes through a port of a container engine has the engine's address. */
    private static String userAndHost(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT USER()")) {
            row.next();
            return row.getString(1);
        }
    }

    // -------------------------------------------------------------------------------------------------------- target

    @OnMySqlAndMariaDb
    void aTargetThatHoldsSomethingIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String target = game.target();
            game.everywhere(TABLE).in(1, "CREATE DATABASE " + target);
            assertThat(game.found("TARGET_NOT_EMPTY")).isEmpty();

            game.in(
                    1,
                    "CREATE TABLE %s.old (id INT)".formatted(target),
                    "CREATE TRIGGER %1$s.tr BEFORE INSERT ON %1$s.old FOR EACH ROW SET NEW.id = 1".formatted(target));

            assertThat(game.found("TARGET_NOT_EMPTY"))
                    .containsExactly(new Finding(
                            Severity.ERROR,
                            FindingCode.TARGET_NOT_EMPTY,
                            target,
                            "the target is not empty: name a new database, or drop this one",
                            2L,
                            List.of("old", "trigger tr")));
        }
    }

    @OnMySqlAndMariaDb
    void aTargetThatHoldsAMergeIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String target = game.target();
            game.everywhere(TABLE)
                    .in(
                            1,
                            "CREATE DATABASE " + target,
                            "CREATE TABLE %s.snowflake_merge_run (state VARCHAR(9))".formatted(target),
                            "INSERT INTO %s.snowflake_merge_run VALUES ('running')".formatted(target));
            assertThat(game.found("TARGET_NOT_EMPTY"))
                    .extracting(Finding::message)
                    .containsExactly("the target holds a merge that is under way: carry on with its plan, or drop it to"
                            + " plan anew");

            game.in(1, "UPDATE %s.snowflake_merge_run SET state = 'finished'".formatted(target));

            assertThat(game.found("TARGET_NOT_EMPTY"))
                    .extracting(Finding::message)
                    .containsExactly(
                            "the target holds a merge that is finished: name a new database, or drop this one to"
                                    + " merge again");
        }
    }
}
