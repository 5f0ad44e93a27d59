package io.snowflakeid.jackson3;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.JacksonLine;
import io.snowflakeid.testing.JavaScriptContract;
import io.snowflakeid.testing.NodeJs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class JavaScriptIT extends JavaScriptContract {

    @Override
    protected JacksonLine json(String textFor) {
        return Jackson3.of(textFor, UnaryOperator.identity());
    }

    @Test
    void theClientOfTheGuidePrintsWhatItsCommentsSay() throws IOException {
        Path client = Path.of("src/test/resources/guide/client.js");
        List<String> said = Files.readAllLines(client).stream()
                .filter(line -> line.startsWith("console.log"))
                .map(line -> line.substring(line.indexOf("; // ") + 5))
                .toList();

        assertThat(NodeJs.run(Files.readString(client), "").lines().toList())
                .isEqualTo(said)
                .hasSizeGreaterThan(5);
    }
}
