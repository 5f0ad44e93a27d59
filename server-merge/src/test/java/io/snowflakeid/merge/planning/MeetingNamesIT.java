package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;

/** Names as the target compares them, whatever the source does. */
class MeetingNamesIT {

    private static final String HERO =
            "CREATE TABLE hero (guid INT PRIMARY KEY, name VARCHAR(20) COLLATE %s, firstName TEXT, note VARCHAR(9))";

    @OnMySqlOrMariaDb
    void namesMeetInTheTargetsCollation(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 3)) {
            game.everywhere("CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, hero INT)")
                    .in(1, HERO.formatted("utf8mb4_general_ci"))
                    .in(2, HERO.formatted("utf8mb4_bin"))
                    .in(3, HERO.formatted("utf8mb4_general_ci"))
                    .in(1, "INSERT INTO hero VALUES (1, 'Bob', 'x', 'n'), (2, '', 'y', 'n'), (3, '', 'z', 'm')")
                    .in(2, "INSERT INTO hero VALUES (1, 'BOB', 'x', 'n'), (2, 'Ann', 'y', 'n'), (3, '  ', 'z', 'm')")
                    .in(3, "INSERT INTO hero VALUES (1, 'Cid', 'x', 'n'), (2, 'ann ', 'y', 'n'), (3, 'Dan', 'w', 'm')")
                    .config("references: [ mail.hero -> hero.guid ]");

            assertThat(game.found("NAMES_MEET"))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.count() + " "
                            + finding.samples())
                    .containsExactly(
                            "WARNING hero.name 2 [Ann on s2, s3, Bob on s1, s2]",
                            "WARNING hero.firstName 3 [x on s1, s2, s3, y on s1, s2, s3, z on s1, s2]");
        }
    }
}
