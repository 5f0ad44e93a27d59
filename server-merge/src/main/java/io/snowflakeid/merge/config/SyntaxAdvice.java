package io.snowflakeid.merge.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** What to do about text that is no YAML. The line itself is not shown: it may be the one with a password. */
final class SyntaxAdvice {

    private static final String SPECIAL_BEGINNINGS = "*`&!|>%@";

    private SyntaxAdvice() {}

    /** Where the parser gave up. */
    static Place place(JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            return new Place(
                    marked.getProblemMark().getLine() + 1,
                    marked.getProblemMark().getColumn() + 1);
        }
        return e.getLocation() == null
                ? Place.START
                : new Place(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    static String of(JsonProcessingException e, String text) {
        String line =
                text.lines().skip(Math.max(0, place(e).line() - 1L)).findFirst().orElse("");
        String value = line.strip().replaceFirst("^-\\s+", "").replaceFirst("^[\\w-]+:\\s+", "");
        if (!value.isEmpty() && SPECIAL_BEGINNINGS.indexOf(value.charAt(0)) >= 0) {
            return "a value that begins with " + value.charAt(0) + " must be put into quotes";
        }
        if (value.startsWith("{")) {
            return "text that begins with { must be put into quotes, and a mapping must be closed with }";
        }
        if (line.contains("\t")) {
            return "a tab stands in this line: indent with blanks";
        }
        return problem(e) + "; check the indentation, and put a text with special signs into quotes";
    }

    /** In the parser's words, without the piece of the file that it quotes. */
    private static String problem(JsonProcessingException e) {
        return e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null
                ? marked.getProblem().lines().findFirst().orElse("").strip()
                : "it cannot be read";
    }
}
