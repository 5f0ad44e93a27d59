package io.snowflakeid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.DocumentedCommands;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parses the command lines of the documentation. None is run. */
class DocumentedCommandsTest {

    static List<String> documented() throws IOException {
        return DocumentedCommands.of("snowflake-cli.jar");
    }

    @ParameterizedTest
    @MethodSource("documented")
    void isUnderstood(String line) {
        DocumentedCommands.parse(SnowflakeCli.commandLine(), line.substring(line.indexOf(':') + 1));
        assertThat(line).containsPattern("--database|:inspect [^-]|:$");
    }

    @Test
    void bothReadmesShowHowToRunIt() throws IOException {
        for (String command : List.of("inspect", "doctor", "workers")) {
            assertThat(documented())
                    .anyMatch(line -> line.startsWith("README.md:" + command))
                    .anyMatch(line -> line.startsWith("README.zh-CN.md:" + command));
        }
    }
}
