package io.snowflakeid.spring.boot.contract.executable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Started by {@code java -jar}: the JDK then sees none of the jars inside, and so no logging but its own. */
class ExecutableJarTest {

    @TempDir
    static Path folder;

    private static Path jar;

    @BeforeAll
    static void build() throws Exception {
        jar = ExecutableJar.of(ExecutableApplication.class, folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    false; INFO; has worker 0 back
                    true;  WARN; worker 0 could not be given back
                    """)
    @Timeout(90)
    void theLastLinesAreInTheApplicationsLog(boolean loseThePool, String level, String line) throws Exception {
        Path output = folder.resolve(level + ".log");
        Process process = start(output, "--lose-the-pool=" + loseThePool);
        try {
            await(process, output, "Started ExecutableApplication");
            process.destroy(); // as Kubernetes does: SIGTERM
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.readAllLines(output))
                .filteredOn(each -> each.contains("i.s.") || each.contains("io.snowflakeid"))
                .as(Files.readString(output))
                .anyMatch(each -> each.contains("INFO") && each.contains("granted worker 0 until"))
                .anyMatch(each -> each.contains(level) && each.contains(line));
    }

    private static Process start(Path output, String setting) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.toString(),
                "--spring.main.keep-alive=true",
                "--spring.datasource.url=jdbc:h2:mem:executable;DB_CLOSE_DELAY=-1",
                "--snowflake.ledger.data-source=dataSource",
                "--snowflake.ledger.scope=shared",
                setting));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** A process cannot be waited for otherwise than by looking. */
    private static void await(Process process, Path output, String line) throws Exception {
        while (!Files.readString(output).contains(line)) {
            assertThat(process.waitFor(50, TimeUnit.MILLISECONDS))
                    .as("ended: %s", Files.readString(output))
                    .isFalse();
        }
    }
}
