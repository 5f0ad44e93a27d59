package io.snowflakeid.merge.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.VisibleWriter;
import io.snowflakeid.merge.MergeProgress;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

/** What a command prints: results to standard output, how far it is to standard error. */
record Output(CommandLine command) {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Each stays one line, whatever it holds. */
    void lines(List<String> lines) {
        VisibleWriter out = new VisibleWriter(command.getOut());
        lines.forEach(out::println);
        out.flush();
    }

    /** A result as JSON, or as text by the template of that name. */
    void result(Object result, boolean json, String template) throws IOException {
        String text = json ? JSON.writeValueAsString(result) : Page.text(result, Output.class, template);
        lines(text.lines().toList());
    }

    /** Does work while lines say how far it is; they end before anything else is printed. */
    <T> T watch(Work<T> work) throws Exception {
        try (ProgressLines lines = new ProgressLines(new VisibleWriter(command.getErr()))) {
            return work.run(progress -> lines.show(progress.step(), progress.done(), progress.total()));
        }
    }

    /** What takes long. */
    @FunctionalInterface
    interface Work<T> {
        T run(MergeProgress.Listener listener) throws Exception;
    }
}
