package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors that are known without a look at any row come at once, with their place in merge.yaml. */
class EarlyErrorsTest extends H2MergeCase {

    private static final String GAME = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), score INT, UNIQUE (name));
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender_id INT);
            CREATE TABLE ranking (id INT PRIMARY KEY, score INT);
            CREATE TABLE houses (id INT PRIMARY KEY, paid INT);
            INSERT INTO players VALUES (1, 'Anna', 5), (2, 'Bert', 6);
            """;

    @BeforeEach
    void fill() throws Exception {
        given(GAME, "", "");
    }

    @Test
    void namesThatAreNotThereAreToldWithTheirLineAndWhatWasMeant() throws Exception {
        assertThat(errors("""
                        tables:
                          playrs: { class: skip }
                        references:
                          - mail.sender_id -> player.id
                          - mail.sendr_id -> players.id
                          - { from: "*.owner_id", to: players.id }
                        unique:
                          - { key: player.name, on-clash: keep-first }
                          - key: players.name
                            on-clash: rename
                            followed-by: [ mail.sender ]
                        """))
                .satisfiesExactlyInAnyOrder(
                        says(
                                "CONFIG_TABLE playrs: no table playrs on the main server",
                                "(did you mean players?)",
                                "correct tables in line 7 of merged.yaml []"),
                        says(
                                "CONFIG_REFERENCE mail(sender_id) -> player: no table player on the main server",
                                "(did you mean players?)",
                                "correct references in line 9 of merged.yaml []"),
                        says(
                                "CONFIG_REFERENCE mail(sendr_id) -> players: table mail has no column sendr_id",
                                "(did you mean sender_id?)",
                                "correct references in line 10 of merged.yaml []"),
                        says(
                                "CONFIG_REFERENCE *(owner_id) -> players: no table * with these columns on the main"
                                        + " server",
                                "correct references in line 11 of merged.yaml []"),
                        says(
                                "CONFIG_UNIQUE player[name]: no table player on the main server",
                                "(did you mean players?)",
                                "correct unique in line 13 of merged.yaml []"),
                        says(
                                "CONFIG_UNIQUE mail.sender: table mail has no column sender",
                                "(did you mean sender_id?)",
                                "correct followed-by of unique in line 14 of merged.yaml []"));
    }

    @Test
    void rowsAreNotLookedAtBeforeTheseErrorsAreMended() throws Exception {
        servers.script("merged", "CREATE TABLE old (id INT)");

        List<String> steps = new ArrayList<>();

        PlanFile file = planned(
                config("accept: [ { code: UNIQUE_CLASH, subject: '*', because: rehearsal } ]\n"),
                progress -> steps.add(progress.step()));

        assertThat(file.plan().runnable()).isFalse();
        assertThat(file.plan().findings())
                .extracting(finding -> finding.severity() + " " + finding.code() + " " + finding.subject())
                .containsExactly("WARNING NOT_LOOKED_AT rows", "ERROR TARGET_NOT_EMPTY merged");
        assertThat(steps).containsExactly("read definitions", "look at definitions and target");
        assertThat(PlanFile.read(file.path()).plan().runnable()).isFalse();
    }

    @Test
    void conditionsAreTriedBefore() throws Exception {
        assertThat(errors("""
                        tables:
                          "play*": { where: "scor > 5" }
                        references:
                          - { from: mail.sender_id, to: players.id, when: "kind = 1" }
                        unique:
                          - key: players.name
                            on-clash: rename
                            followed-by: [ { column: players.name, when: "nam = 1" } ]
                        """))
                .satisfiesExactlyInAnyOrder(
                        says(
                                "CONFIG_CONDITION players: the server refuses the condition 'scor > 5' (Column \"scor\" not found",
                                "correct tables in line 7 of merged.yaml []"),
                        says(
                                "CONFIG_CONDITION mail.sender_id -> players.id when kind = 1: the server refuses the condition",
                                "correct references in line 9 of merged.yaml []"),
                        says(
                                "CONFIG_CONDITION players.name: the server refuses the condition 'nam = 1'",
                                "correct unique in line 13 of merged.yaml []"));
    }
}
