package io.snowflakeid.merge.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.config.ConfigLines.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads {@code merge.yaml} into records, by the JSON Schema that editors use, too: it says which keys there are, what they hold, and what
 * stands for a key that is absent.
 *
 * <p>Nothing is repaired and nothing is skipped: a key that is not known, or a value that cannot be meant, is an error with its line and
 * column, and all errors of a file are reported at once. A record is made only if nothing in it is wrong.
 */
public final class ConfigReader {

    /** What to write for a key that must be there. */
    private static final String ADVICE = "$comment";

    private static final Map<NodeId, String> FORMS = Map.of(
            NodeId.scalar, "scalar; put a text that begins with { or [ into quotes",
            NodeId.sequence, "sequence: [ first, second ]",
            NodeId.mapping, "mapping, with lines such as 'key: value'");

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9_]*|0[xX][0-9a-fA-F_]*[0-9a-fA-F])");

    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .build();

    private static final JsonNode SCHEMA = readSchema();

    private record Problem(Place place, String path, String message) {}

    private final Path folder;
    private final Map<String, Place> places = new HashMap<>(Map.of("", new Place(1, 1)));
    private final ConfigLines lines;
    private final List<Problem> problems = new ArrayList<>();

    private ConfigReader(String name, Path folder) {
        this.folder = folder;
        lines = new ConfigLines(String.valueOf(Path.of(name).getFileName()), places);
    }

    private static JsonNode readSchema() {
        String name = "merge.schema.json";
        try (InputStream in = ConfigReader.class.getResourceAsStream(name)) {
            return JSON.readTree(Objects.requireNonNull(in, name));
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from the jar", e);
        }
    }

    /** The JSON Schema (2020-12) of the file, by which editors complete it. What does not fit together is for the reader to say. */
    public static String schema() {
        return SCHEMA.toPrettyString() + "\n";
    }

    /**
     * Reads a file.
     *
     * @throws PlanException if it cannot be read, or anything in it is wrong
     */
    public static MergeConfig read(Path file) {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file.toAbsolutePath());
        try {
            return read(file.toString(), Files.readString(file), folder);
        } catch (IOException e) {
            throw new PlanException(file + " cannot be read (" + e.getClass().getSimpleName()
                    + "): name a file in UTF-8 that this user may read");
        }
    }

    /**
     * Reads a text.
     *
     * @param name how errors call it
     * @param folder where files that it names are looked for
     */
    static MergeConfig read(String name, String text, Path folder) {
        ConfigReader reader = new ConfigReader(name, folder);
        if (reader.config(text) instanceof POJONode config && reader.problems.isEmpty()) {
            return (MergeConfig) config.getPojo();
        }
        throw new PlanException(reader.problems.stream()
                .sorted(Comparator.comparingInt(
                                (Problem problem) -> problem.place().line())
                        .thenComparingInt(problem -> problem.place().column()))
                .map(problem -> name + ":" + problem.place() + ": " + problem.message())
                .collect(Collectors.joining("\n")));
    }

    private @Nullable JsonNode config(String text) {
        try {
            Node top = new Yaml().compose(new StringReader(text));
            return value(SCHEMA, top == null ? new MappingNode(Tag.MAP, List.of(), FlowStyle.BLOCK) : top, "");
        } catch (YAMLException e) {
            Place place = e instanceof MarkedYAMLException marked && marked.getProblemMark() != null
                    ? Place.of(marked.getProblemMark())
                    : new Place(1, 1);
            // what is wrong is not shown: it may be a password
            problems.add(new Problem(
                    place,
                    "",
                    "this is not YAML: indent with blanks, close each bracket and quote, put a text that begins with a"
                            + " special sign into quotes, and write one document alone"));
            return null;
        }
    }

    /** Adds something wrong with what a path leads to, to be read behind the path. */
    private void problem(String path, String what) {
        problems.add(new Problem(lines.place(path), path, (path.isEmpty() ? "the file" : path) + " " + what));
    }

    /** What a piece of YAML stands for, a record as one; null if anything in it is wrong. */
    private @Nullable JsonNode value(JsonNode schema, Node node, String path) {
        if (schema.has("$ref")) {
            int before = problems.size();
            String ref = schema.path("$ref").asText();
            JsonNode value = value(SCHEMA.at(ref.substring(1)), node, path);
            // the rules of the whole file are checked even if single values are wrong
            return value != null && (problems.size() == before || path.isEmpty()) ? made(ref, value, path) : null;
        }
        JsonNode rule = schema.has("oneOf") ? schema.path("oneOf").path(node instanceof ScalarNode ? 0 : 1) : schema;
        NodeId kind =
                switch (rule.path("type").asText()) {
                    case "array" -> NodeId.sequence;
                    case "object" -> NodeId.mapping;
                    default -> NodeId.scalar;
                };
        if (node.getTag().equals(Tag.NULL)) {
            problem(path, "has no value: fill it in, or leave the key out");
            return null;
        }
        if (node.getNodeId() != kind) {
            problem(path, "is a " + node.getNodeId() + " of YAML, but must be a " + FORMS.get(kind));
            return null;
        }
        return node instanceof SequenceNode list
                ? list(rule.path("items"), list.getValue(), path)
                : node instanceof MappingNode mapping
                        ? mapping(rule, mapping.getValue(), path)
                        : text(rule, ((ScalarNode) node).getValue(), path);
    }

    /** Without the items that are wrong. */
    private ArrayNode list(JsonNode schema, List<Node> items, String path) {
        ArrayNode values = JSON.createArrayNode();
        for (int i = 0; i < items.size(); i++) {
            String item = path + ConfigLines.item(i);
            places.put(item, Place.of(items.get(i).getStartMark()));
            JsonNode value = value(schema, items.get(i), item);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** Without the values that are wrong, and with what stands for absent ones. */
    private ObjectNode mapping(JsonNode schema, List<NodeTuple> entries, String path) {
        JsonNode known = schema.path("properties");
        ObjectNode values = JSON.createObjectNode();
        for (NodeTuple entry : entries) {
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            String keyPath = noted(
                    ConfigLines.join(path, key), Place.of(entry.getKeyNode().getStartMark()));
            JsonNode rule = known.has(key) ? known.path(key) : schema.path("additionalProperties");
            JsonNode value = null;
            if (rule.isObject()) {
                value = value(rule, entry.getValueNode(), keyPath);
            } else {
                problem(
                        keyPath,
                        unknown(
                                keyPath,
                                key,
                                known.propertyStream().map(Map.Entry::getKey).toList()));
            }
            if (value != null) {
                values.set(key, value);
            }
        }
        addAbsent(schema, values, path);
        return values;
    }

    private String noted(String path, Place place) {
        Place before = places.putIfAbsent(path, place);
        if (before != null) {
            String twice = path + " comes twice, first in line " + before.line() + ": keep one";
            problems.add(new Problem(place, path, twice));
        }
        return path;
    }

    private void addAbsent(JsonNode schema, ObjectNode values, String path) {
        JsonNode known = schema.path("properties");
        for (JsonNode required : schema.path("required")) {
            String keyPath = ConfigLines.join(path, required.asText());
            if (!places.containsKey(keyPath)) {
                problem(
                        keyPath,
                        "is missing: "
                                + known.path(required.asText()).path(ADVICE).asText());
            }
        }
        known.propertyStream()
                .filter(key -> !values.has(key.getKey()))
                .forEach(key ->
                        values.set(key.getKey(), otherwise(key.getValue(), ConfigLines.join(path, key.getKey()))));
        if (path.isEmpty()) {
            values.putPOJO("lines", lines);
        }
    }

    /** A section that may be absent is read like an empty one. */
    private @Nullable JsonNode otherwise(JsonNode schema, String path) {
        if (schema.has("default")) {
            return text(schema, schema.path("default").asText(), path);
        }
        return switch (schema.path("type").asText()) {
            case "array" -> JSON.createArrayNode();
            case "object" -> mapping(schema, List.of(), path);
            case "string" -> schema.has("minLength") ? TextNode.valueOf("") : null;
            default -> null;
        };
    }

    private @Nullable JsonNode text(JsonNode schema, String text, String path) {
        try {
            if (text.isBlank() && schema.has("minLength")) {
                throw new IllegalArgumentException(
                        "is empty: " + schema.path(ADVICE).asText());
            }
            if (schema.has("enum")) {
                return TextNode.valueOf(choice(schema, text, path));
            }
            if (schema.path("type").asText().equals("integer")) {
                return LongNode.valueOf(number(schema, text));
            }
            boolean file = schema.path("format").asText().equals("path");
            return TextNode.valueOf(
                    file ? folder.resolve(text).normalize().toUri().toString() : text);
        } catch (IllegalArgumentException e) {
            problem(path, ConfigLines.shown(text) + " " + e.getMessage());
            return null;
        }
    }

    /** The name of the constant; an enum is written in lower case, with hyphens. */
    private static String choice(JsonNode schema, String text, String path) {
        List<String> words =
                schema.path("enum").valueStream().map(JsonNode::asText).toList();
        if (!words.contains(text)) {
            throw new IllegalArgumentException(unknown(path, text, words));
        }
        return text.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static long number(JsonNode schema, String text) {
        long number = number(text);
        long least = schema.path("minimum").asLong(Long.MIN_VALUE);
        long most = schema.path("maximum").asLong(Long.MAX_VALUE);
        if (number < least || number > most) {
            throw new IllegalArgumentException("must be from " + least + " to " + most);
        }
        return number;
    }

    /** Whole numbers as ids are written: {@code 2147483647}, {@code 2_147_483_647}, {@code 0x7FFFFFFF}. */
    static long number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("is no whole number: write 150023, 150_023 or 0x24A07");
        }
        try {
            return Long.decode(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("does not fit into 64 bits", e);
        }
    }

    /** What is wrong with a key or a choice that the schema does not have, to be read behind it. */
    private static String unknown(String path, String word, List<String> allowed) {
        JsonNode removed = SCHEMA.at("/$defs/removed/properties").path(path.split("\\W", 2)[0] + "." + word);
        return removed.isMissingNode()
                ? "is not known" + Suggestion.behind(word, allowed) + "; allowed here: " + String.join(", ", allowed)
                : removed.path("description").asText();
    }

    /** The record of a definition, which is called like its class. What a schema cannot say, the class rejects. */
    private @Nullable JsonNode made(String ref, JsonNode value, String path) {
        String type = ConfigReader.class.getPackageName()
                + ref.substring(ref.lastIndexOf('/')).replace('/', '.');
        try {
            return new POJONode(JSON.treeToValue(value, JSON.getTypeFactory().constructFromCanonical(type)));
        } catch (JsonProcessingException e) {
            if (e.getCause() instanceof WrongSettings wrong && value.isObject()) {
                wrong.faults.forEach((key, what) -> {
                    String place = path.isEmpty() ? key : path + "." + key;
                    if (problems.stream().noneMatch(problem -> problem.path().startsWith(place))) {
                        problem(place, what);
                    }
                });
            } else if (e.getCause() instanceof IllegalArgumentException wrong) {
                String what = value.isTextual() ? ConfigLines.shown(value.asText()) : "is rejected:";
                problem(path, what + " " + wrong.getMessage());
            } else {
                throw new IllegalStateException(type + " cannot be made", e);
            }
            return null;
        }
    }
}
