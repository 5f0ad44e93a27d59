package io.snowflakeid.cli;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.testing.servers.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Runs one command of snowflake-cli. */
final class CliRun {

    private CliRun() {}

    static CommandLineRun run(String... arguments) {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), arguments);
        run.err().doesNotContain("\tat ");
        return run;
    }

    /** Runs a command on a database with its user. */
    static CommandLineRun on(TestDatabase database, String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of(command, "--database", database.url()));
        line.addAll(List.of("--user", database.user(), "--password", database.password()));
        line.addAll(List.of(arguments));
        return run(line.toArray(String[]::new));
    }
}
