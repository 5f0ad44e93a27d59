package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.DocumentedCommands;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

/** Parses the command lines of the documentation. None is run. */
class DocumentedCommandsTest {

    static List<String> documented() throws IOException {
        return DocumentedCommands.of("sharding-demo.jar");
    }

    @ParameterizedTest
    @MethodSource("documented")
    void isUnderstood(String line) {
        DocumentedCommands.parse(ShardingDemo.commandLine(), line.substring(line.indexOf(':') + 1));
    }

    @Test
    void theReadmesShowHowToRunIt() throws IOException {
        assertThat(documented())
                .contains("README.md:", "README.zh-CN.md:")
                .anyMatch(line -> line.startsWith("sharding-demo/README.md:orders "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```sh\njava -jar x/sharding-demo.jar orders --odrers 5\n```",
                "```sh\nmvn package && MYSQL_PASSWORD=x java -Xmx1g -jar sharding-demo.jar --player 5  # many\n```",
                "```sh\njava -jar sharding-demo.jar \\\n  oders\n```",
            })
    void findsAnOptionOrCommandThatDoesNotExist(String page) {
        assertThat(DocumentedCommands.in(page, "sharding-demo.jar"))
                .singleElement()
                .satisfies(line -> assertThatThrownBy(() -> DocumentedCommands.parse(ShardingDemo.commandLine(), line))
                        .isInstanceOf(ParameterException.class));
    }
}
