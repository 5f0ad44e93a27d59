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
                    .in(
                            1,
                            "CREATE TABLE old (id INT PRIMARY KEY) ENGINE=MyISAM",
                            "CREATE TABLE older (id INT PRIMARY KEY) ENGINE=MyISAM")
                    .in(
                            2,
                            "CREATE TABLE old (id INT PRIMARY KEY) ENGINE=MEMORY",
                            "CREATE TABLE older (id INT PRIMARY KEY)")
                    .config("tables: { gone: { class: skip } }");

            assertThat(game.found("ENGINE"))
                    .satisfiesExactly(
                            finding(
                                    Severity.WARNING,
                                    "ENGINE",
                                    "s1",
                                    List.of(
                                            "2 tables have engines without transactions",
                                            "rows that are written while they are read are seen in part",
                                            "let nothing write to them until the merge is verified",
                                            "The target's are InnoDB"),
                                    2L,
                                    List.of("old (MyISAM)", "older (MyISAM)")),
                            finding(
                                    Severity.WARNING,
                                    "ENGINE",
                                    "s2",
                                    List.of(
                                            "1 table has an engine without transactions",
                                            "a restart of the server empties MEMORY",
                                            "a run after that is refused",
                                            "The target's are InnoDB"),
                                    1L,
                                    List.of("old (MEMORY)")));
        }
    }

    @Test
    void onMariaDbAriaIsNoEngineWithTransactionsEither() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.MARIADB, 2)) {
            game.everywhere("CREATE TABLE a (id INT PRIMARY KEY) ENGINE=Aria");

            assertThat(game.found("ENGINE")).extracting(Finding::subject).containsExactly("s1", "s2");
        }
    }
}
