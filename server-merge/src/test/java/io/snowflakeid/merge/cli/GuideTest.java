package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.result.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** YAML and commands of the guide are read as they stand, and its table has all codes. */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/server-merge.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([A-Z][A-Z_]+)`");
    private static final Pattern COMMAND = Pattern.compile("bin/server-merge ([^#\\n]+)");

    @TempDir
    Path folder;

    private static List<String> blocks(Path page, String language) throws IOException {
        return BLOCK.matcher(Files.readString(page))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    @Test
    void eachPieceOfYamlIsRead() throws IOException {
        List<String> pieces = blocks(GUIDE, "yaml");
        assertThat(pieces).hasSizeGreaterThan(3);
        String connections = pieces.get(0);
        for (String piece : pieces) {
            String config = piece.equals(connections) ? piece : connections + piece;
            Path file = Files.writeString(folder.resolve("merge.yaml"), config);

            assertThatCode(() -> ConfigReader.read(file)).as(piece).doesNotThrowAnyException();
        }
    }

    @Test
    void eachCommandIsOneThatThereIs() throws IOException {
        List<String> commands = new ArrayList<>();
        for (String block : blocks(GUIDE, "sh")) {
            COMMAND.matcher(block)
                    .results()
                    .forEach(command -> commands.add(command.group(1).strip()));
        }
        assertThat(commands)
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(command ->
                        ServerMergeCommand.commandLine(new ServerMerge()).parseArgs(command.split("\\s+")));
    }

    /** A table of the errors, then one of the warnings. */
    @Test
    void itsTablesHaveEachCode() throws IOException {
        List<String> codes = new ArrayList<>();
        String severity = "";
        for (String line : Files.readAllLines(GUIDE)) {
            if (line.startsWith("| code |")) {
                severity = severity.isEmpty() ? "ERROR " : "WARNING ";
            } else if (line.startsWith("| `")) {
                String known = severity;
                CODE.matcher(line.split("\\|", -1)[1]).results().forEach(code -> codes.add(known + code.group(1)));
            }
        }
        assertThat(codes)
                .containsExactlyInAnyOrderElementsOf(Stream.of(FindingCode.values())
                        .map(code -> code.severity() + " " + code)
                        .toList());
    }
}
