package io.snowflakeid.merge.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.PlanException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanFileTest extends H2MergeCase {

    @Test
    void aPlanOfAnotherVersionIsRefused() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "", "");
        PlanFile plan = planned("");
        String text = Files.readString(plan.path());
        String version = "\"version\" : " + MergePlan.VERSION;

        for (int other : new int[] {MergePlan.VERSION - 1, MergePlan.VERSION + 1}) {
            Files.writeString(plan.path(), text.replace(version, "\"version\" : " + other));

            assertThatThrownBy(() -> PlanFile.read(plan.path()))
                    .isInstanceOf(PlanException.class)
                    .hasMessage(plan.path() + " is a plan of version " + other + ", this program reads version "
                            + MergePlan.VERSION + ": plan again");
        }
    }

    @Test
    void aPlanThatWasChangedByHandIsRefused() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "", "");
        PlanFile plan = planned("");
        String text = Files.readString(plan.path());
        Files.writeString(plan.path(), text.replace("\"hero\"", "\"HERO\""));

        assertThatThrownBy(() -> PlanFile.read(plan.path()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("was changed since it was planned");
    }

    /** A plan from elsewhere could name any file of this machine. */
    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../plan.json.renames.hero.name.csv", "list.csv", "..\\x.renames.a.b.csv"})
    void noFileButAListBesideThePlanIsOpenedForIt(String name) throws Exception {
        PlanFile plan = withNames(name);

        assertThatThrownBy(() -> plan.renames(plan.plan().uniques().get(0)))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageContainingAll(name, "must lie beside it", "plan.json.renames.TABLE.COLUMN.csv");
    }

    @Test
    void aListThatWasChangedIsRefusedByEachCommand() throws Exception {
        PlanFile plan = withNames("plan.json.renames.hero.name.csv");
        Files.writeString(plan.path().resolveSibling("plan.json.renames.hero.name.csv"), "alias,key,before,after\n");

        assertThatThrownBy(() -> plan.renames(plan.plan().uniques().get(0)))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageContaining("was changed since it was planned");
    }

    @ParameterizedTest
    @CsvSource({
        "players, name, plan.json.renames.players.name.csv",
        "../x, a/b, plan.json.renames.___x.a_b-2.csv",
        "..\\x, a:b, plan.json.renames.___x.a_b-2.csv",
        "Players, NAME, plan.json.renames.Players.NAME-2.csv"
    })
    void namesThatNoFileSystemShouldSeeAreToldApartByTheirNumber(String table, String column, String name) {
        UniquePlan rule = UniquePlan.declared(2, table, List.of(column));

        assertThat(RenameFile.of(Path.of("night", "plan.json"), rule).path()).isEqualTo(Path.of("night", name));
    }

    private PlanFile withNames(String file) throws Exception {
        given(
                "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20)); INSERT INTO hero VALUES (1, 'Ann');",
                "",
                "");
        PlanFile plan = planned("unique: [ { key: hero.name, on-clash: rename } ]\n");
        MergePlan named = plan.plan();
        UniquePlan rule = named.uniques().get(0);
        named.uniques().set(0, rule.counted(rule.clashes(), rule.renames(), file, rule.renamesHash()));
        return new PlanFile(plan.path(), plan.hash(), named);
    }
}
