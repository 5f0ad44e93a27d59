package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A real process in which other code writes to the standard streams. */
class ProgramTest {

    /** The other process. */
    @Command
    static final class Printing implements Runnable {

        @Spec
        private CommandSpec spec;

        public static void main(String[] args) {
            Program.run(() -> new CommandLine(new Printing()), args, 4, 5);
        }

        @Override
        public void run() {
            spec.commandLine().getOut().println("\u001b[31mour own color\u001b[0m");
            Program.out(spec).println("stored\u001b[2J");
            System.out.println("a library\u001b[2J");
            System.err.print("half a line \u202E");
            System.err.println("and its rest \u20ac");
            Logger.getLogger("test").log(Level.WARNING, "logged \u009b\u0007", new IllegalStateException("\u001b]0;"));
        }
    }

    @Test
    @Timeout(60)
    void whatOthersPrintAndLogIsMadeVisible() throws Exception {
        Process process = new ProcessBuilder(Program.command(
                        Printing.class,
                        "-Dfile.encoding=UTF-8",
                        "-Dstdout.encoding=UTF-8",
                        "-Dstderr.encoding=UTF-8",
                        "-Dsun.stdout.encoding=UTF-8",
                        "-Dsun.stderr.encoding=UTF-8"))
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(out.lines())
                .containsExactly("\u001b[31mour own color\u001b[0m", "stored\\u001b[2J", "a library\\u001b[2J");
        assertThat(err)
                .startsWith("half a line \\u202eand its rest \u20ac")
                .contains("logged \\u009b\\u0007", "IllegalStateException: \\u001b]0;", "\tat io.snowflakeid.")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\r\\n\\t]]");
        assertThat(process.exitValue()).isZero();
    }
}
