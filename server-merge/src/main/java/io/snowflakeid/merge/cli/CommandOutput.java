package io.snowflakeid.merge.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command prints: results go to standard output, how far it is and what went wrong to standard error. */
final class CommandOutput {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final CommandLine command;

    private CommandOutput(CommandLine command) {
        this.command = command;
    }

    static CommandOutput of(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the spec before a command is called");
        }
        return new CommandOutput(spec.commandLine());
    }

    PrintWriter out() {
        return command.getOut();
    }

    ColorScheme colors() {
        return command.getColorScheme();
    }

    void line(String text) {
        out().println(text);
        out().flush();
    }

    void json(Object value) throws JsonProcessingException {
        line(JSON.writeValueAsString(value));
    }

    /** To be closed before anything else is printed. */
    ProgressDisplay progress() {
        return ProgressDisplay.on(command.getErr());
    }

    /** A number with commas, and what it counts: {@code 1,234 rows}, {@code 1 row}. */
    static String count(long number, String of) {
        return String.format(Locale.ROOT, "%,d %s%s", number, of, number == 1 ? "" : "s");
    }
}
