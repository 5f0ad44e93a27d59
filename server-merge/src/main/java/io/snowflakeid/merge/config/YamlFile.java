package io.snowflakeid.merge.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** YAML text, and where each of its nodes stands. Scalars stay as they are written: {@code on} and {@code 0x10} are texts. */
final class YamlFile {

    private static final YAMLFactory YAML = new YAMLFactory();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Problems problems;
    private final JsonNode top;
    private final Map<List<String>, Place> keys = new HashMap<>();
    private final Map<List<String>, Place> values = new HashMap<>();

    /** Reads the first and only document; text that is no YAML, and keys that come twice, are reported as problems. */
    YamlFile(String text, Problems problems) {
        this.problems = problems;
        top = document(text);
    }

    JsonNode top() {
        return top;
    }

    private JsonNode document(String text) {
        try (YAMLParser parser = YAML.createParser(text)) {
            if (parser.nextToken() == null) {
                return NODES.nullNode();
            }
            JsonNode document = node(parser, List.of());
            if (parser.nextToken() != null) {
                problems.add(place(parser), "a second document begins here, but a configuration is one: remove '---'");
            }
            return document;
        } catch (JsonProcessingException e) {
            problems.add(SyntaxAdvice.place(e), "this is not YAML: " + SyntaxAdvice.of(e, text));
            return NODES.nullNode();
        } catch (IOException e) {
            throw new UncheckedIOException("reading a text cannot fail", e);
        }
    }

    private JsonNode node(YAMLParser parser, List<String> path) throws IOException {
        values.put(path, place(parser));
        if (parser.isCurrentAlias()) {
            problems.add(
                    place(parser),
                    "a value that begins with * is an alias of YAML, which is not supported: put it into quotes");
            return NODES.nullNode();
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(parser, path);
        }
        if (token == JsonToken.START_ARRAY) {
            ArrayNode items = NODES.arrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(node(parser, below(path, ConfigLines.item(items.size()))));
            }
            return items;
        }
        return token == JsonToken.VALUE_NULL ? NODES.nullNode() : NODES.textNode(parser.getText());
    }

    private ObjectNode mapping(YAMLParser parser, List<String> path) throws IOException {
        ObjectNode mapping = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            List<String> keyPath = below(path, key);
            Place before = keys.putIfAbsent(keyPath, place(parser));
            if (before != null) {
                problems.add(
                        place(parser),
                        Shown.value(key) + " comes twice, first in line " + before.line() + ": keep one");
            }
            parser.nextToken();
            mapping.set(key, node(parser, keyPath));
        }
        return mapping;
    }

    private static Place place(YAMLParser parser) {
        JsonLocation location = parser.currentTokenLocation();
        return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    static List<String> below(List<String> path, String key) {
        return Stream.concat(path.stream(), Stream.of(key)).toList();
    }

    /** Where a key stands; of an item of a list, where it begins. */
    Place keyPlace(List<String> path) {
        Place key = keys.get(path);
        return key == null ? values.getOrDefault(path, Place.START) : key;
    }

    /** Where to look for what is wrong with the value of a key: at a text itself, else at its key, or at what is around an absent key. */
    Place place(List<String> path) {
        for (int length = path.size(); length > 0; length--) {
            List<String> present = path.subList(0, length);
            Place value = values.get(present);
            if (value != null) {
                return length < path.size() || at(present) instanceof TextNode ? value : keyPlace(present);
            }
        }
        return values.getOrDefault(List.of(), Place.START);
    }

    private JsonNode at(List<String> path) {
        JsonNode node = top;
        for (String key : path) {
            node = node.isArray() ? node.path(Integer.parseInt(key.substring(1, key.length() - 1))) : node.path(key);
        }
        return node;
    }

    /** The line of each key and of each item of a list. */
    ConfigLines lines(String fileName) {
        Map<List<String>, Integer> lines = new HashMap<>();
        values.keySet().forEach(path -> lines.put(path, keyPlace(path).line()));
        lines.remove(List.of());
        return new ConfigLines(fileName, lines);
    }

    /** What a node is, as an error calls it. */
    static String kind(JsonNode node) {
        if (node.isArray()) {
            return "a list";
        }
        return node.isObject() ? "a mapping" : node instanceof NullNode ? "nothing" : "a text";
    }
}
