package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.util.List;

/** What a server is set to, what it holds, and who else is on it. */
class ServerStateIT {

    private static final String TABLE = "CREATE TABLE p (id INT PRIMARY KEY)";

    @OnMySqlAndMariaDb
    void aTargetThatHoldsSomethingIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String target = game.target();
            game.everywhere(TABLE);
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
