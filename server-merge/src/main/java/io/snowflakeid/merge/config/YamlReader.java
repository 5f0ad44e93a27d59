package io.snowflakeid.merge.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.snowflakeid.merge.config.Problems.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads YAML into a tree that knows where each value stands. */
final class YamlReader {

    private static final YAMLFactory YAML = new YAMLFactory();
    private static final String SPECIAL_BEGINNINGS = "*`&!|>%@";

    private final Problems problems;

    YamlReader(Problems problems) {
        this.problems = problems;
    }

    /** The first and only document; text that is no YAML, and keys that come twice, are problems. */
    YamlNode read(String text) {
        try (YAMLParser parser = YAML.createParser(text)) {
            if (parser.nextToken() == null) {
                return YamlNode.of(YamlNode.NOTHING, "");
            }
            YamlNode document = node(parser, "", Place.START);
            if (parser.nextToken() != null) {
                problems.add(place(parser), "a second document begins here, but a configuration is one: remove '---'");
            }
            return document;
        } catch (JsonProcessingException e) {
            addSyntax(e, text);
            return YamlNode.of(YamlNode.NOTHING, "");
        } catch (IOException e) {
            throw new UncheckedIOException("reading a text cannot fail", e);
        }
    }

    private YamlNode node(YAMLParser parser, String path, Place key) throws IOException {
        Place begin = place(parser);
        if (parser.isCurrentAlias()) {
            problems.add(
                    begin,
                    "a value that begins with * is an alias of YAML, which is not supported: put it into quotes");
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return new YamlNode(path, key, begin, YamlNode.MAPPING, "", mapping(parser, path));
        }
        if (token == JsonToken.START_ARRAY) {
            return new YamlNode(path, key, begin, YamlNode.LIST, "", items(parser, path));
        }
        return token == JsonToken.VALUE_NULL
                ? new YamlNode(path, key, begin, YamlNode.NOTHING, "", Map.of())
                : new YamlNode(path, key, begin, YamlNode.TEXT, parser.getText(), Map.of());
    }

    private Map<String, YamlNode> mapping(YAMLParser parser, String path) throws IOException {
        Map<String, YamlNode> children = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            Place place = place(parser);
            YamlNode before = children.get(key);
            if (before != null) {
                problems.add(
                        place,
                        YamlNode.shown(key) + " comes twice, first in line "
                                + before.key().line() + ": keep one");
            }
            parser.nextToken();
            children.put(key, node(parser, YamlNode.join(path, key), place));
        }
        return children;
    }

    private Map<String, YamlNode> items(YAMLParser parser, String path) throws IOException {
        Map<String, YamlNode> children = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String item = YamlNode.item(children.size());
            children.put(item, node(parser, path + item, place(parser)));
        }
        return children;
    }

    private static Place place(YAMLParser parser) {
        JsonLocation location = parser.currentTokenLocation();
        return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    /** What to do about text that is no YAML. The line itself is not shown: it may be the one with a password. */
    private void addSyntax(JsonProcessingException e, String text) {
        Place place = e.getLocation() == null
                ? Place.START
                : new Place(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
        String problem = "it cannot be read";
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            Mark mark = marked.getProblemMark();
            place = new Place(mark.getLine() + 1, mark.getColumn() + 1);
            problem = Objects.requireNonNullElse(marked.getProblem(), problem).strip();
        }
        String line =
                text.lines().skip(Math.max(0, place.line() - 1L)).findFirst().orElse("");
        problems.add(place, "this is not YAML: " + advice(line, problem));
    }

    private static String advice(String line, String problem) {
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
        return problem + "; check the indentation, and put a text with special signs into quotes";
    }
}
