package io.snowflakeid.merge.where;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.PlanException;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.RowOutcome.Change;
import io.snowflakeid.merge.result.RowOutcome.Outcome;
import io.snowflakeid.merge.testdata.TinyGame;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowTraceTest extends H2MergeCase {

    private PlanFile plan;

    @BeforeEach
    void planMergeOfThreeServers() throws Exception {
        for (int i = 1; i <= 3; i++) {
            TinyGame.fill(servers, "s" + i, i);
        }
        plan = planned(config("all", TinyGame.CONFIG, "s1: s1", "s2: s2", "s3: s3"), progress -> {});
        assertThat(errors(plan)).isEmpty();
    }

    private RowOutcome outcome(String alias, String table, String... key) throws Exception {
        return RowTrace.find(plan, servers.password(), alias, table, List.of(key));
    }

    private String message(String alias, String table, String... key) throws Exception {
        return where(plan, alias, table, key);
    }

    @Test
    void aCopiedRowIsShownWithItsNewKeyAndAllThatChanged() throws Exception {
        run(plan);

        RowOutcome hero = outcome("s2", "Hero", "1");

        assertThat(hero.message()).isEqualTo("s2.Hero (Id = 1) is all.Hero (Id = 11); name Bob -> Bob.s2 (new name)");
        assertThat(hero.inTarget()).isTrue();
        assertThat(hero.outcome()).isEqualTo(Outcome.COPIED);
        assertThat(hero.values()).containsExactly(Map.entry("Id", "11"), Map.entry("name", "Bob.s2"));
        assertThat(hero.changes())
                .containsExactly(
                        new Change("Id", "1", "11", "id of Hero.Id"), new Change("name", "Bob", "Bob.s2", "new name"));
        assertThat(message("s3", "mail", "5"))
                .satisfies(says(
                        "s3.mail (id = 5) is all.mail (id = 11)",
                        "sender 2 -> 22 (id of Hero.Id)",
                        "signed Bob -> Bob.s3 (new name)"));
        assertThat(message("s1", "Hero", "2")).isEqualTo("s1.Hero (Id = 2) is all.Hero (Id = 2)");
    }

    @Test
    void namesThatAreHardToQuoteAreNoHindrance() throws Exception {
        run(plan);
        assertThat(message("s2", "Quest \"log`", "1", "1"))
                .isEqualTo("s2.Quest \"log` (he\"ro`id = 1, no = 1) is all.Quest \"log` (he\"ro`id = 11, no = 11)");
        assertThat(outcome("s2", "guest", "1", "' OR '1'='1").outcome()).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void aRowThatWasLeftOutIsShownWithTheReason() throws Exception {
        run(plan);
        assertThat(message("s2", "Quest \"log`", "2", "2"))
                .isEqualTo("s2.Quest \"log` (he\"ro`id = 2, no = 2) is not copied: it does not fulfil \"state\" > 0");
        RowOutcome reward = outcome("s2", "reward", "2");
        assertThat(reward.outcome()).isEqualTo(Outcome.LEFT_OUT);
        assertThat(reward.inTarget()).isFalse();
        assertThat(reward.message())
                .isEqualTo(
                        "s2.reward (id = 2) is not copied: it refers to s2.Quest \"log` (no = 2), which is not copied");
    }

    @Test
    void aRowThatLostIsShownWithTheRowThatWon() throws Exception {
        run(plan);
        RowOutcome account = outcome("s3", "account", "1");
        assertThat(account.outcome()).isEqualTo(Outcome.LOST);
        assertThat(account.message())
                .satisfies(says(
                        "s3.account (id = 1) is not copied",
                        "it gives way to the row of an earlier source that has the same login Ann",
                        "references to it lead there",
                        "in the target that is all.account (id = 1)"));
        assertThat(message("s3", "castle", "1"))
                .satisfies(says(
                        "s3.castle (id = 1) is not copied",
                        "it gives way to the row of an earlier source that has the same id 1",
                        "rows that refer to it are not copied either",
                        "in the target that is all.castle (id = 1)"));
        assertThat(message("s3", "guest", "1", "one of s3"))
                .isEqualTo(
                        "s3.guest (castle = 1, name = one of s3) is not copied: it refers to s3.castle (id = 1), which is not copied");
    }

    @Test
    void ofATableThatIsNotCopiedTheClassIsShown() throws Exception {
        run(plan);
        assertThat(message("s1", "online", "1"))
                .isEqualTo("s1.online (hero = 1) is not copied: the table is created empty (class skip)");
        assertThat(message("s2", "setting", "motd"))
                .isEqualTo(
                        "s2.setting (name = motd) is not copied: of this table, rows of s1 alone are copied (class main-only)");
        assertThat(outcome("s2", "setting", "motd").outcome()).isEqualTo(Outcome.CLASS);
        assertThat(message("s1", "Hero", "77")).isEqualTo("s1.Hero (Id = 77) is not there on its source");
    }

    @Test
    void beforeTheRunNoRowIsShown() {
        assertThatThrownBy(() -> outcome("s2", "Hero", "1"))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageStartingWith("the run into all has not made new ids and names yet: call run");
    }

    @Test
    void aRowThatIsMissingFromAFinishedTargetIsNotYetThere() throws Exception {
        run(plan);
        servers.script("all", "DELETE FROM \"mail\" WHERE \"id\" = 11");
        assertThat(outcome("s3", "mail", "5").inTarget()).isFalse();
        assertThat(message("s3", "mail", "5"))
                .containsSubsequence(
                        "s3.mail (id = 5) becomes all.mail (id = 11)", "not yet there", "or verify the target");
    }

    @Test
    void whereTheSourceIsGoneTheViewIsNamed() throws Exception {
        run(plan);
        servers.script("s3", "DROP SCHEMA \"s3\" CASCADE");
        assertThat(message("s3", "Hero", "2"))
                .isEqualTo("s3.Hero (Id = 2): its source has no such table, or is gone; the view snowflake_merge_ids of"
                        + " the target has the new ids");
    }

    @Test
    void whatCannotBeARowIsRefused() throws Exception {
        run(plan);
        assertThatThrownBy(() -> outcome("s4", "Hero", "1"))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("the plan has no source s4, but s1, s2");
        assertThatThrownBy(() -> outcome("s1", "dragons", "1"))
                .isInstanceOf(PlanException.class)
                .hasMessage("the plan has no table dragons");
        assertThatThrownBy(() -> outcome("s1", "Hero", "1", "2"))
                .isInstanceOf(PlanException.class)
                .hasMessage("table Hero has the key (Id): give 1 values, not 2");
        assertThatThrownBy(() -> outcome("s1", "Hero", "1 OR 1=1"))
                .hasMessage("column Hero.Id is BIGINT, and '1 OR 1=1' is none");
        assertThatThrownBy(() -> outcome("s1", "duel", "1"))
                .hasMessage("table duel has no key by which one of its rows could be named");
    }
}
