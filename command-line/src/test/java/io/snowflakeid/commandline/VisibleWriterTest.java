package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class VisibleWriterTest {

    private static String printed(Consumer<PrintWriter> print) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new VisibleWriter(new PrintWriter(text));
        print.accept(writer);
        writer.flush();
        return text.toString().replace("\r\n", "\n");
    }

    @Test
    void onlyTheProgramEndsALine() {
        assertThat(printed(out -> out.println("a\nb\u001b[2J"))).isEqualTo("a\\u000ab\\u001b[2J\n");
        assertThat(printed(out -> out.printf("%s has %d%n", "a\n", 1_000))).isEqualTo("a\\u000a has 1000\n");
        assertThat(printed(out -> out.print("a\u202E"))).isEqualTo("a\\u202e");
        assertThat(printed(out -> out.append("\u009b").append('\u0007'))).isEqualTo("\\u009b\\u0007");
    }

    @Test
    void aStackTraceKeepsItsShape() {
        Exception failure = new IllegalStateException("no\n\tat forged", new IllegalArgumentException("\u001b]0;x"));
        failure.addSuppressed(new IllegalStateException("\u2028"));
        String trace = printed(failure::printStackTrace);
        assertThat(trace)
                .startsWith("java.lang.IllegalStateException: no\\u000a\\u0009at forged\n\tat io.snowflakeid.")
                .contains("\n\tSuppressed: java.lang.IllegalStateException: \\u2028\n\t\tat io.")
                .contains("\nCaused by: java.lang.IllegalArgumentException: \\u001b]0;x\n\t")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}&&[^\\n\\t]]");
    }
}
