package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrantsTest {

    private static Grants grants(String... lines) {
        return new Grants(List.of(lines), false);
    }

    @Test
    void rightsOnEverythingAreRightsOnEachDatabase() {
        Grants grants = grants("GRANT ALL PRIVILEGES ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*94' WITH GRANT OPTION");

        assertThat(grants.allows("CREATE VIEW", "any")).isTrue();
        assertThat(grants.allowsEverywhere("SUPER")).isTrue();
        assertThat(grants.unknown()).isEmpty();
    }

    @Test
    void namesOfDatabasesArePatterns() {
        Grants grants = grants("GRANT SELECT, CREATE VIEW ON `game\\_%`.* TO `a`@`%`");

        assertThat(grants.allows("SELECT", "game_s1")).isTrue();
        assertThat(grants.allows("CREATE VIEW", "game_")).isTrue();
        assertThat(grants.allows("SELECT", "gamexs1")).isFalse();
        assertThat(grants.allows("INSERT", "game_s1")).isFalse();
        assertThat(grants.allowsEverywhere("SELECT")).isFalse();
        assertThat(grants("GRANT SELECT ON `g_s`.* TO `a`@`%`").allows("SELECT", "gxs"))
                .isTrue();
    }

    @Test
    void withPartialRevokesTheyAreNone() {
        Grants grants = new Grants(
                List.of(
                        "GRANT SELECT ON *.* TO `a`@`%`",
                        "REVOKE SELECT ON `s_1`.* FROM `a`@`%`", "GRANT INSERT ON `g%`.* TO `a`@`%`"),
                true);

        assertThat(grants.allows("SELECT", "s_1")).isFalse();
        assertThat(grants.allows("SELECT", "sx1")).isTrue();
        assertThat(grants.allows("INSERT", "g1")).isFalse();
        assertThat(grants.allows("INSERT", "g%")).isTrue();
    }

    @Test
    void rightsOnTablesAndColumnsAreNoneOnTheDatabase() {
        Grants grants = grants(
                "GRANT SELECT (`a`, `b`), INSERT (`c`) ON `d`.`t` TO `a`@`%`",
                "GRANT UPDATE, DELETE ON `d`.`t` TO `a`@`%`");

        assertThat(grants.allows("UPDATE", "d")).isFalse();
        assertThat(grants.unknown()).isEmpty();
    }

    @Test
    void quotesInNamesAreNames() {
        assertThat(grants("GRANT SELECT ON `a``b ON *.*`.* TO `a`@`%`").allows("SELECT", "a`b ON *.*"))
                .isTrue();
        assertThat(grants("GRANT SELECT ON `a``b ON *.*`.* TO `a`@`%`").allows("SELECT", "other"))
                .isFalse();
    }

    @Test
    void rolesProxiesAndRoutinesSayNothingOfTables() {
        assertThat(grants(
                                "GRANT USAGE ON *.* TO `a`@`%`",
                                "GRANT `r`@`%`,`q`@`%` TO `a`@`%`",
                                "GRANT `r` TO `a`@`%`",
                                "SET DEFAULT ROLE `r` FOR `a`@`%`",
                                "GRANT PROXY ON ``@`` TO `root`@`localhost` WITH GRANT OPTION",
                                "GRANT EXECUTE ON PROCEDURE `d`.`p` TO `a`@`%`")
                        .unknown())
                .isEmpty();
    }

    @Test
    void whatIsNotUnderstoodIsTold() {
        assertThat(grants("GRANT SELECT ON `d`.* TO `a`@`%`", "GRANT POWER OVER `d`")
                        .unknown())
                .containsExactly("GRANT POWER OVER `d`");
    }
}
