package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineCheckIT {

    @OnMySqlOrMariaDb
    void tablesOfEnginesWithoutTransactionsAreNamed(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere("CREATE TABLE good (id INT PRIMARY KEY)", "CREATE TABLE gone (id INT) ENGINE=MyISAM")
                    .in(1, "CREATE TABLE old (id INT PRIMARY KEY) ENGINE=MyISAM")
                    .in(2, "CREATE TABLE old (id INT PRIMARY KEY) ENGINE=MEMORY")
                    .config("tables: { gone: { class: skip } }");

            assertThat(game.found("ENGINE"))
                    .satisfiesExactly(
                            finding(
                                    Severity.WARNING,
                                    "ENGINE",
                                    "s1.old",
                                    List.of(
                                            "the engine is MyISAM",
                                            "no transactions",
                                            "rows that are written while it is read are seen in part",
                                            "let nothing write to it until the merge is verified",
                                            "The target's is InnoDB"),
                                    null,
                                    List.of()),
                            finding(
                                    Severity.WARNING,
                                    "ENGINE",
                                    "s2.old",
                                    List.of(
                                            "the engine is MEMORY",
                                            "no transactions",
                                            "a restart of the server empties it",
                                            "a run after that is refused",
                                            "let nothing write to it until the merge is verified",
                                            "The target's is InnoDB"),
                                    null,
                                    List.of()));
        }
    }

    @Test
    void onMariaDbAriaIsNoEngineWithTransactionsEither() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.MARIADB, 2)) {
            game.everywhere("CREATE TABLE a (id INT PRIMARY KEY) ENGINE=Aria");

            assertThat(game.found("ENGINE")).extracting(Finding::subject).containsExactly("s1.a", "s2.a");
        }
    }
}
