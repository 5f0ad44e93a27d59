package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.snowflakeid.merge.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the guide and the README tell operators to write is read as it stands. */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/server-merge.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("server-merge\\.jar ([^#\\n]+)");

    @TempDir
    Path folder;

    private static List<String> blocks(Path page, String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            if (block.group(1).equals(language)) {
                blocks.add(block.group(2));
            }
        }
        return blocks;
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
        int commands = 0;
        for (Path page : List.of(GUIDE, Path.of("../README.md"), Path.of("../README.zh-CN.md"))) {
            for (String block : blocks(page, "sh")) {
                Matcher command = COMMAND.matcher(block);
                while (command.find()) {
                    String[] arguments = command.group(1).strip().split("\\s+");
                    CommandLine line = ServerMergeCommand.commandLine(new MergeEngine());

                    assertThatCode(() -> line.parseArgs(arguments))
                            .as(command.group())
                            .doesNotThrowAnyException();
                    commands++;
                }
            }
        }
        assertThat(commands).isGreaterThanOrEqualTo(13);
    }
}
