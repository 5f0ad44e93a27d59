package io.snowflakeid.commandline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The command lines in the documentation. None is run. */
public final class DocumentedCommands {

    private static final Path ROOT = Path.of("..");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private DocumentedCommands() {}

    /** The page and the arguments of a jar such as {@code sharding-demo.jar}, for every command line in README and guides. */
    public static List<String> of(String jar) throws IOException {
        List<Path> pages = new ArrayList<>(Stream.of("README.md", "README.zh-CN.md", "sharding-demo/README.md")
                .map(ROOT::resolve)
                .toList());
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<String> lines = new ArrayList<>();
        for (Path page : pages) {
            for (String arguments : in(Files.readString(page), jar)) {
                lines.add(ROOT.relativize(page) + ":" + arguments);
            }
        }
        return lines;
    }

    /** The arguments of a jar, or of its start script in {@code bin}, on one page. */
    public static List<String> in(String page, String jar) {
        String script = jar.substring(0, jar.lastIndexOf('.'));
        String start =
                "(?:java(?: -\\S+)* -jar \\S*" + Pattern.quote(jar) + "|bin/" + Pattern.quote(script) + "(?![\\w.-]))";
        return Pattern.compile(start + "([^#&|;>`\\n]*)")
                .matcher(page.replace("\\\n", " "))
                .results()
                .map(line -> line.group(1).strip())
                .toList();
    }

    /** Throws picocli's exception if the command line rejects them. */
    public static void parse(CommandLine command, String arguments) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(arguments);
        while (word.find()) {
            words.add(word.group().replaceAll("[\"']", ""));
        }
        command.parseArgs(words.toArray(String[]::new));
    }
}
