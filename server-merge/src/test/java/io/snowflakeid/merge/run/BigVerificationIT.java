package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.cli.ServerMergeCommand;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Among many rows a verification finds the one that was changed, the one that is missing, and the one too many. */
@Tag("long")
class BigVerificationIT {

    /** Rows of both servers together; {@code -Dmerge.bigRows=10000000} for the size that is promised. */
    private static final long ROWS = Long.getLong("merge.bigRows", 50_000) / 2 * 2;

    private static final int ENOUGH_MEGABYTES = 160;

    @TempDir
    private Path folder;

    private PlanFile plan;

    /** Ids of both servers interleave, so that no range of the target is one server's. */
    private static String script(int server) {
        return """
                CREATE TABLE hit (id BIGINT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, weapon VARCHAR(40) NOT NULL);
                INSERT INTO hit WITH RECURSIVE w (q) AS (SELECT 1 UNION ALL SELECT q + 1 FROM w WHERE q < %d)
                    SELECT 2 * q + %d, q %% 1000, CONCAT('a weapon with number ', q) FROM w;
                """.formatted(ROWS / 2, server);
    }

    @Test
    void oneRowAmongManyIsFoundAndNamed() throws Exception {
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), folder, script(0), script(1))) {
            plan = game.merge("execution: { writers: 2, chunk-rows: 50000 }\n");
            String hit = SmallGame.quoted(game.target()) + ".hit";
            long changed = ROWS / 3 * 2 / 2 + 1;
            long missing = ROWS / 2 + 2;
            long beyond = ROWS + 1_000;
            String owner = changed % 2 == 0 ? "s1" : "s2";
            String otherOwner = missing % 2 == 0 ? "s1" : "s2";
            String of = ": of " + ROWS / 2 + " rows 1 ";
            String wasChanged = owner + ".hit" + of + "has other values in the target: id = " + changed + " (weapon)";
            String isMissing = otherOwner + ".hit" + of + "is missing in the target: id = " + missing;
            String isExtra = "hit: 1 row of the target that no source explains: id = " + beyond;

            assertThat(faults(game, "as it was merged")).isEmpty();
            game.execute("UPDATE " + hit + " SET weapon = REPLACE(weapon, 'weapon', 'weapoo') WHERE id = " + changed);
            assertThat(faults(game, "one changed byte")).containsExactly(wasChanged);
            game.execute("UPDATE " + hit + " SET weapon = REPLACE(weapon, 'weapoo', 'weapon') WHERE id = " + changed);
            game.execute("INSERT INTO " + hit + " VALUES (" + beyond + ", 1, 'one too many')");
            assertThat(faults(game, "one extra row"))
                    .containsExactly("hit: " + (ROWS + 1) + " rows in the target, " + ROWS + " expected", isExtra);
            game.execute("DELETE FROM " + hit + " WHERE id = " + missing);
            assertThat(faults(game, "one extra and one missing row")).containsExactly(isMissing, isExtra);
            game.execute("DELETE FROM " + hit + " WHERE id = " + beyond);
            assertThat(faults(game, "one missing row"))
                    .containsExactly("hit: " + (ROWS - 1) + " rows in the target, " + ROWS + " expected", isMissing);
            game.execute(
                    "INSERT INTO " + hit + " VALUES (" + beyond + ", 1, 'one too many')",
                    "UPDATE " + hit + " SET weapon = REPLACE(weapon, 'weapon', 'weapoo') WHERE id = " + changed);
            assertThat(faults(game, "all three")).containsExactlyInAnyOrder(wasChanged, isMissing, isExtra);
        }
    }

    /** As an operator calls it; differences stand in lines that begin with two blanks. */
    private List<String> faults(SmallGame game, String what) throws Exception {
        Path out = folder.resolve("verify.out");
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + ENOUGH_MEGABYTES + "m",
                        "-cp",
                        ChildRun.classPath(),
                        ServerMergeCommand.class.getName(),
                        "verify",
                        "--plan",
                        plan.path().toString(),
                        "--sessions",
                        "2")
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("verify.err").toFile());
        command.environment().put(ChildRun.PASSWORD_ENV, game.password());
        int code = command.start().waitFor();
        List<String> lines = Files.readAllLines(out);
        List<String> faults = lines.stream()
                .filter(line -> line.startsWith("  "))
                .map(String::strip)
                .toList();
        assertThat(code)
                .as("%s", Files.readString(folder.resolve("verify.err")))
                .isEqualTo(faults.isEmpty() ? 0 : 1);
        System.out.println(what + ", with " + ENOUGH_MEGABYTES + " MB: " + lines.get(lines.size() - 1));
        return faults;
    }
}
