package io.snowflakeid.merge.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.merge.output.VisibleWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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

    /** One line, whatever it holds. */
    void line(String text) {
        VisibleWriter out = new VisibleWriter(command.getOut());
        out.println(text);
        out.flush();
    }

    /** A text of several lines. */
    void lines(String text) {
        text.lines().forEach(this::line);
    }

    void json(Object value) throws JsonProcessingException {
        lines(JSON.writeValueAsString(value));
    }

    /** Of the program's own words alone. */
    void inColorOfErrors(String words) {
        command.getOut().println(command.getColorScheme().errorText(words));
        command.getOut().flush();
    }

    /** To be closed before anything else is printed. */
    ProgressDisplay progress() {
        return ProgressDisplay.on(new VisibleWriter(command.getErr()));
    }

    /** A number with commas, and what it counts: {@code 1,234 rows}, {@code 1 row}. */
    static String count(long number, String of) {
        return String.format(Locale.ROOT, "%,d %s%s", number, of, number == 1 ? "" : "s");
    }
}
