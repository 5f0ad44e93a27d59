package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds documentation to what is compiled and run: every block of code in a page must be part of a source file that the tests use.
 *
 * <p>Lines are compared without the blanks around them, and empty lines do not count. A line of three dots ({@code ...}, or behind
 * {@code //}) leaves something out; what is before and after it must be in the same file, in that order.
 */
public final class Snippets {

    /** Blocks in other languages (output, shell) are not code of ours. */
    private static final Set<String> CHECKED = Set.of("java", "xml", "sql", "properties", "yaml", "json", "js");

    private static final Set<String> SOURCES = Set.of("java", "xml", "sql", "properties", "yaml", "yml", "json", "js");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(.*?)$(.*?)^ *```$");
    private static final Pattern LEFT_OUT = Pattern.compile("(?m)^ *(?:(?://|--|#|<!--)? ?\\.\\.\\.(?: -->)?) *$");

    private Snippets() {}

    private record Snippet(int line, List<List<String>> parts) {}

    /**
     * Fails for each block of the page that is in none of the files below the folders.
     *
     * @param page relative to the repository's root, which is the parent of the folder that tests run in
     * @param folders relative to the folder that tests run in, that of their module
     */
    public static void areAllFound(String page, String... folders) {
        List<List<String>> sources = new ArrayList<>();
        for (String folder : folders) {
            sources.addAll(sourcesIn(Path.of(folder)));
        }
        List<Snippet> snippets = snippetsOf(Path.of("..", page));
        assertThat(snippets)
                .as("blocks of code in %s; each must be found in a file below %s", page, List.of(folders))
                .allSatisfy(snippet -> assertThat(sources)
                        .withFailMessage("the block at %s:%d is in none of them: %s", page, snippet.line, snippet.parts)
                        .anyMatch(source -> contains(source, snippet.parts)));
    }

    private static boolean contains(List<String> source, List<List<String>> parts) {
        int from = 0;
        for (List<String> part : parts) {
            int at = Collections.indexOfSubList(source.subList(from, source.size()), part);
            if (at < 0) {
                return false;
            }
            from += at + part.size();
        }
        return true;
    }

    private static List<Snippet> snippetsOf(Path page) {
        String text = String.join("\n", linesOf(page));
        List<Snippet> snippets = new ArrayList<>();
        BLOCK.matcher(text).results().forEach(block -> {
            int line = (int) text.substring(0, block.start()).lines().count() + 1;
            assertThat(block.group(1))
                    .as("language of the block at %s:%d", page, line)
                    .isNotEmpty();
            if (CHECKED.contains(block.group(1))) {
                snippets.add(new Snippet(line, partsOf(block.group(2))));
            }
        });
        assertThat(snippets).as("blocks of code in %s", page).isNotEmpty().noneMatch(one -> one.parts.isEmpty());
        return snippets;
    }

    private static List<List<String>> partsOf(String code) {
        return LEFT_OUT.splitAsStream(code)
                .map(part -> significant(part.lines()))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static List<String> significant(Stream<String> lines) {
        return lines.map(String::trim).filter(line -> !line.isEmpty()).toList();
    }

    private static List<List<String>> sourcesIn(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> SOURCES.contains(
                            file.toString().substring(file.toString().lastIndexOf('.') + 1)))
                    .map(file -> significant(linesOf(file).stream()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> linesOf(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
