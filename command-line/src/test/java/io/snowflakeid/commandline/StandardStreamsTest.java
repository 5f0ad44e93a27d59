package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The streams of a real process, written to by whoever logs. */
class StandardStreamsTest {

    /** The other process. */
    static final class Printing {
        private Printing() {}

        public static void main(String[] args) {
            StandardStreams streams = StandardStreams.take();
            streams.out().println("\u001b[31mour own color\u001b[0m");
            System.out.println("a library\u001b[2J");
            System.err.print("half a line \u202E");
            System.err.println("and its rest \u20ac");
            Logger.getLogger("test").log(Level.WARNING, "logged \u009b\u0007", new IllegalStateException("\u001b]0;"));
            System.exit(streams.end(0, 6));
        }
    }

    @Test
    @Timeout(60)
    void whatOthersPrintAndLogIsMadeVisible() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dfile.encoding=UTF-8",
                        "-Dstdout.encoding=UTF-8",
                        "-Dstderr.encoding=UTF-8",
                        "-Dsun.stdout.encoding=UTF-8",
                        "-Dsun.stderr.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Printing.class.getName()))
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(out.lines()).containsExactly("\u001b[31mour own color\u001b[0m", "a library\\u001b[2J");
        assertThat(err)
                .startsWith("half a line \\u202eand its rest \u20ac")
                .contains("logged \\u009b\\u0007", "IllegalStateException: \\u001b]0;", "\tat io.snowflakeid.")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\r\\n\\t]]");
        assertThat(process.exitValue()).isZero();
    }
}
