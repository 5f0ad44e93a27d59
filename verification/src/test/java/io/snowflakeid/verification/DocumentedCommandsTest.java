package io.snowflakeid.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation says one may type is understood. Nothing is run. */
class DocumentedCommandsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern ARGUMENTS =
            Pattern.compile("java -jar verification/target/verification\\.jar([^#&;>`\\n]*)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    /** The arguments behind {@code verification.jar}, for every such line of a page. */
    static List<String> documented() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("README.zh-CN.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        List<String> lines = new ArrayList<>();
        for (Path page : pages) {
            ARGUMENTS
                    .matcher(Files.readString(page).replace("\\\n", " "))
                    .results()
                    .forEach(line -> lines.add(line.group(1).strip()));
        }
        return lines;
    }

    @ParameterizedTest
    @MethodSource("documented")
    void isACommandLineOfOurs(String arguments) {
        Verification.commandLine()
                .parseArgs(WORD.matcher(arguments)
                        .results()
                        .map(word -> word.group().replace("\"", ""))
                        .toArray(String[]::new));
    }

    @Test
    void everyCommandIsDocumented() throws IOException {
        assertThat(documented())
                .extracting(line -> line.replaceAll(" .*", ""))
                .contains("chaos", "peers", "generators", "merge");
    }
}
