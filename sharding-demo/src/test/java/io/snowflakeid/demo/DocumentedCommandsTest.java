package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

/** What the documentation says one may type is understood. Nothing is run. */
class DocumentedCommandsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern SHELL = Pattern.compile("(?ms)^```sh\\s*$(.*?)^```");
    private static final Pattern ARGUMENTS =
            Pattern.compile("java(?: -\\S+)* -jar \\S*sharding-demo\\.jar([^#&|;>\\n]*)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    /** The page and the arguments behind {@code sharding-demo.jar}, for every such line. */
    static List<String> documented() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path page : pages()) {
            for (String arguments : argumentsIn(Files.readString(page))) {
                lines.add(ROOT.relativize(page) + ":" + arguments);
            }
        }
        return lines;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("README.zh-CN.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static List<String> argumentsIn(String page) {
        return SHELL.matcher(page)
                .results()
                .flatMap(block ->
                        ARGUMENTS.matcher(block.group(1).replace("\\\n", " ")).results())
                .map(line -> line.group(1).strip())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documented")
    void isACommandLineOfTheDemo(String line) {
        parse(line.substring(line.indexOf(':') + 1));
    }

    @Test
    void bothReadmesShowHowToRunIt() {
        assertThat(List.of("README.md", "README.zh-CN.md"))
                .allSatisfy(page -> assertThat(argumentsIn(read(page)))
                        .hasSizeGreaterThanOrEqualTo(7)
                        .contains("")
                        .anyMatch(arguments -> arguments.startsWith("orders "))
                        .anyMatch(arguments -> arguments.startsWith("inspect ")));
    }

    private static String read(String page) {
        try {
            return Files.readString(ROOT.resolve(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```sh\njava -jar x/sharding-demo.jar orders --odrers 5\n```",
                "```sh\nmvn package && MYSQL_PASSWORD=x java -Xmx1g -jar sharding-demo.jar --player 5  # many\n```",
                "```sh\njava -jar sharding-demo.jar \\\n  oders\n```",
            })
    void findsAnOptionOrCommandThatDoesNotExist(String page) {
        assertThat(argumentsIn(page))
                .singleElement()
                .satisfies(line -> assertThatThrownBy(() -> parse(line)).isInstanceOf(ParameterException.class));
    }

    private static void parse(String arguments) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(arguments);
        while (word.find()) {
            words.add(word.group().replaceAll("[\"']", ""));
        }
        ShardingDemo.commandLine().parseArgs(words.toArray(String[]::new));
    }
}
