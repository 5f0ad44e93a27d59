package io.snowflakeid.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerificationTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void saysWhatItCanBeAskedFor() {
        assertThat(run("peers", "--help")).isZero();

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("SNOWFLAKEID, TEXTBOOK, MYBATIS_PLUS, HUTOOL, TSID, COSID")
                .contains("RESTART_IN_THE_PAST")
                .contains("1 our generator made a duplicate");
    }

    @Test
    void saysWhichGeneratorsItMeasures() {
        assertThat(run("generators", "--help")).isZero();

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("SNOWFLAKEID, SNOWFLAKEID_LEASED, AGRONA")
                .contains("1 with --quick, a ratio is more than 30 % off its target");
        assertThat(run("generators", "--generators", "leaf")).isEqualTo(2);
    }

    @Test
    void refusesAMergeThatMeasuresNothing() {
        assertThat(run("merge", "--url", "jdbc:mysql://127.0.0.1:1/", "--user", "nobody", "--rows", "999"))
                .isEqualTo(2);

        assertThat(err.toString()).contains("--rows must be at least 1000, but is 999");
    }

    @Test
    void refusesARunThatIsShorterThanFourWindows() {
        assertThat(run("peers", "--seconds", "7", "--report", folder.toString()))
                .isEqualTo(2);

        assertThat(err.toString()).contains("--seconds must be at least 4 windows of 2000 ms", "but is 7");
    }

    @Test
    void refusesAMakerThatItDoesNotKnow() {
        assertThat(run("peers", "--makers", "leaf", "--report", folder.toString()))
                .isEqualTo(2);

        assertThat(err.toString()).contains("expected one of [SNOWFLAKEID, TEXTBOOK,");
    }

    private int run(String... args) {
        CommandLine line = Verification.commandLine();
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(args);
    }
}
