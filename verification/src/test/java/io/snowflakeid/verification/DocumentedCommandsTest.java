package io.snowflakeid.verification;

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
        return DocumentedCommands.of("verification.jar");
    }

    @ParameterizedTest
    @MethodSource("documented")
    void isUnderstood(String line) {
        DocumentedCommands.parse(Verification.commandLine(), line.substring(line.indexOf(':') + 1));
    }

    @Test
    void everyCommandIsDocumented() throws IOException {
        assertThat(documented())
                .extracting(line -> line.replaceAll("^[^:]*:| .*", ""))
                .contains("chaos", "peers", "generators", "growth", "index-cost");
    }
}
