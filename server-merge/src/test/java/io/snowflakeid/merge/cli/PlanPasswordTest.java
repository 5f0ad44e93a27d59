package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.merge.PreparedMerge;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files of this machine a plan from elsewhere may read, and so send to a server that it names. */
class PlanPasswordTest {

    private static final String NEXT_STEP = "if it is yours, pass it by --password-file";

    @TempDir
    private Path folder;

    private Path plan;

    @BeforeEach
    void createFolders() throws IOException {
        Files.createDirectories(folder.resolve("plans/secrets"));
        plan = folder.resolve("plans/plan.json");
    }

    private void planNames(Path passwordFile) throws IOException {
        PlanFile.write(plan, SamplePlan.on(new ServerConfig("jdbc:h2:mem:x", null, null, passwordFile)));
    }

    private CommandLineRun run(String... more) {
        return ServerMergeRun.on(plan, new PreparedMerge(), "run", more);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "plans/../secret",
                "plans/missing/../../secret",
                "plans/link",
                "plans/secrets/secret"
            })
    void aFileOutsideThePlansFolderIsNotRead(String file) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "tiger");
        Files.writeString(folder.resolve("plans/secrets/secret"), "tiger");
        Files.createSymbolicLink(folder.resolve("plans/link"), secret);
        Path named = folder.resolve(file);
        planNames(named);
        run().failsToTheEndWith(2, plan + " names the password file ", "not in the plan's own folder", NEXT_STEP);
        run("--password-file", secret.toString())
                .exitsWith(0)
                .out()
                .contains("Next: verify --plan " + plan + " --password-file " + secret);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "missing", "secrets/../secret"})
    void aFileBesideThePlanIsRead(String file) throws IOException {
        Files.writeString(folder.resolve("plans/secret"), "tiger");
        planNames(folder.resolve("plans").resolve(file));
        run().exitsWith(0).out().contains("Next: verify --plan " + plan);
    }

    @Test
    void aPlanWithAnEnvironmentVariableNeedsNoFile() throws IOException {
        PlanFile.write(plan, SamplePlan.with(List.of()));
        run().exitsWith(0);
    }
}
