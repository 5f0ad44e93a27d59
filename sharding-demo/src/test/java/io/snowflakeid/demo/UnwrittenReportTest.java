package io.snowflakeid.demo;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and standard output on the device of Linux that is always full. */
class UnwrittenReportTest {

    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path folder;

    @BeforeAll
    static void onlyOnLinux() {
        assumeTrue(Files.isWritable(FULL), "there is no /dev/full, as on any system but Linux");
    }

    @Test
    void aReportThatCannotBeWrittenIsOneLineBehindTheFigures() throws IOException {
        Files.createSymbolicLink(folder.resolve("report.json"), FULL);
        CommandLineRun run =
                CommandLineRun.of(ShardingDemo.commandLine(), "merge", "--players", "9", "--report", folder.toString());
        run.failsWith(
                ExitCode.NOT_WRITTEN,
                "the report could not be written to " + folder,
                "No space left on device",
                "free some space there, or name another folder with --report");
        run.out().contains("primary keys clash", "Report  is not written");
    }
}
