package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run of a plan whose sources have changed since is refused, before it has written anything. */
class SourceWatchIT {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    @TempDir
    Path folder;

    static Stream<Arguments> changes() {
        return DatabaseServer.mySqlAndMariaDb().stream()
                .flatMap(on -> Stream.of(
                        Arguments.of(on, "INSERT INTO p VALUES (9, 'x')", "counts", "p: it had 3 rows and has 4"),
                        Arguments.of(on, "DELETE FROM p WHERE id = 1", "counts", "p: it had 3 rows and has 2"),
                        Arguments.of(
                                on, "UPDATE p SET id = 4 WHERE id = 3", "counts", "p: its greatest key was 3 and is 4"),
                        Arguments.of(
                                on,
                                "DO SLEEP(1.1); UPDATE p SET name = 'B' WHERE id = 2",
                                "counts",
                                "p: it was written to at "),
                        Arguments.of(on, "UPDATE p SET name = 'B' WHERE id = 2", "checksums", "p: its checksum was "),
                        Arguments.of(
                                on, "ALTER TABLE p MODIFY name VARCHAR(21)", "counts", "p: its definition was changed"),
                        Arguments.of(on, "DROP TABLE p", "counts", "p: it is gone")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatChangedSinceThePlanIsNamed(DatabaseServer on, String change, String fingerprint, String named)
            throws Exception {
        try (TestDatabase one = on.newDatabase();
                TestDatabase other = on.newDatabase()) {
            for (TestDatabase database : new TestDatabase[] {one, other}) {
                database.execute(
                        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))",
                        "CREATE TABLE q (id INT)",
                        "INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c')");
            }
            String target = ask(one, "SELECT DATABASE()") + "_t";
            PlanFile file = plan(one, other, target, fingerprint);
            other.execute(change.split("; ", -1)); // where it sleeps, only the second of the last write tells

            assertThatThrownBy(() -> MergeRun.carryOut(file, one.password(), NOBODY))
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessageStartingWith(
                            "sources changed since the plan of " + file.plan().plannedAt() + " UTC: s2." + named)
                    .hasMessageEndingWith(". Stop what writes to them, drop the target " + target + " and plan again")
                    .hasMessageNotContaining("s1.")
                    .hasMessageNotContaining("s2.q");
            assertThat(ask(
                            one,
                            "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = '" + target + "'"))
                    .isEqualTo("0");
        }
    }

    private PlanFile plan(TestDatabase one, TestDatabase other, String target, String fingerprint) throws Exception {
        Path yaml = Files.writeString(
                folder.resolve("merge.yaml"),
                "server: { url: '" + one.url() + "', user: " + one.user() + " }\nsources: { s1: "
                        + ask(one, "SELECT DATABASE()") + ", s2: " + ask(other, "SELECT DATABASE()") + " }\ntarget: "
                        + target + "\nfingerprint: " + fingerprint + "\n");
        PlanFile file = MergePlanner.plan(ConfigReader.read(yaml), one.password(), folder.resolve("plan.json"), NOBODY);
        assertThat(file.plan().runnable()).as(file.plan().findings().toString()).isTrue();
        return file;
    }

    private static String ask(TestDatabase database, String sql) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
