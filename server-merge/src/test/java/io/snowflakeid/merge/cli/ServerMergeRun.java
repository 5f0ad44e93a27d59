package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.merge.ServerMerge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of server-merge, run in this process. */
final class ServerMergeRun {

    private ServerMergeRun() {}

    static CommandLineRun of(ServerMerge merge, String... arguments) {
        return CommandLineRun.of(ServerMergeCommand.commandLine(merge), arguments);
    }

    /** A command about a plan. */
    static CommandLineRun on(Path plan, ServerMerge merge, String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--plan", plan.toString()));
        arguments.addAll(List.of(more));
        return of(merge, arguments.toArray(String[]::new));
    }
}
