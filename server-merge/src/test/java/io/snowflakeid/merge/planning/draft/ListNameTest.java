package io.snowflakeid.merge.planning.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ListNameTest {

    private static String name(String table, String column, int number) {
        return ListName.of(Path.of("night", "plan.json"), "renames", table, column, number);
    }

    @Test
    void namesThatNoFileSystemShouldSeeAreToldApartByTheirNumber() {
        assertThat(name("../x", "a/b", 2)).isEqualTo("plan.json.renames.___x.a_b-2.csv");
        assertThat(name("..\\x", "a:b", 3)).isEqualTo("plan.json.renames.___x.a_b-3.csv");
        assertThat(name("Players", "NAME", 4)).isEqualTo("plan.json.renames.Players.NAME-4.csv");
    }
}
