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
import io.snowflakeid.merge.config.ConfigLines.Place;
import io.snowflakeid.merge.result.PlanException;
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
import java.util.stream.Stream;
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
 * Reads {@code merge.yaml} into records. A JSON Schema defines keys, types and defaults.
 *
 * <p>One exception reports all unknown keys and invalid values of a file, each with its line and column.
 */
public final class ConfigReader {

    private static final String ADVICE = "$comment";

    private static final Map<NodeId, String> FORMS = Map.of(
            NodeId.scalar, "scalar; put a text that begins with { or [ into quotes",
            NodeId.sequence, "sequence: [ first, second ]",
            NodeId.mapping, "mapping, with lines such as 'key: value'");

    private static final Map<String, NodeId> KINDS = Map.of("array", NodeId.sequence, "object", NodeId.mapping);

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

    /** Returns the JSON Schema of {@code merge.yaml} in version 2020-12. */
    public static String schema() {
        return SCHEMA.toPrettyString() + "\n";
    }

    /**
     * Reads a configuration file.
     *
     * @throws PlanException if the file cannot be read, or the content of the file is invalid
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
     * Reads a configuration from a text.
     *
     * @param name the file name for error messages
     * @param folder the folder to which relative paths in the configuration refer
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
            Place place = Place.of(e instanceof MarkedYAMLException marked ? marked.getProblemMark() : null);
            // the parser's message is omitted, because the message may contain a password
            problems.add(new Problem(
                    place,
                    "",
                    "this is not YAML: indent with blanks, close each bracket and quote, put a text that begins with a"
                            + " special sign into quotes, and write one document alone"));
            return null;
        }
    }

    /** Records an error message with the path and the given text, and returns null. */
    private @Nullable JsonNode problem(String path, String what) {
        problems.add(new Problem(lines.place(path), path, (path.isEmpty() ? "the file" : path) + " " + what));
        return null;
    }

    /** Converts a YAML node to JSON without invalid list items and keys, or returns null if the node itself is invalid. */
    private @Nullable JsonNode value(JsonNode schema, Node node, String path) {
        if (schema.has("$ref")) {
            return referred(schema.path("$ref").asText(), node, path);
        }
        JsonNode rule = schema.has("oneOf") ? schema.path("oneOf").path(node instanceof ScalarNode ? 0 : 1) : schema;
        NodeId kind = KINDS.getOrDefault(rule.path("type").asText(), NodeId.scalar);
        if (node.getTag().equals(Tag.NULL)) {
            return problem(path, "has no value: fill it in, or leave the key out");
        }
        return node.getNodeId() == kind
                ? contents(rule, node, path)
                : problem(path, "is a " + node.getNodeId() + " of YAML, but must be a " + FORMS.get(kind));
    }

    private @Nullable JsonNode referred(String ref, Node node, String path) {
        int before = problems.size();
        JsonNode value = value(SCHEMA.at(ref.substring(1)), node, path);
        // MergeConfig is created even if a section is invalid, so that the constructor can report more problems
        return value != null && (problems.size() == before || path.isEmpty()) ? made(ref, value, path) : null;
    }

    private @Nullable JsonNode contents(JsonNode rule, Node node, String path) {
        return node instanceof SequenceNode list
                ? list(rule.path("items"), list.getValue(), path)
                : node instanceof MappingNode mapping
                        ? mapping(rule, mapping.getValue(), path)
                        : text(rule, ((ScalarNode) node).getValue(), path);
    }

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

    private ObjectNode mapping(JsonNode schema, List<NodeTuple> entries, String path) {
        JsonNode known = schema.path("properties");
        ObjectNode values = JSON.createObjectNode();
        for (NodeTuple entry : entries) {
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            String keyPath = noted(
                    ConfigLines.join(path, key), Place.of(entry.getKeyNode().getStartMark()));
            JsonNode rule = known.has(key) ? known.path(key) : schema.path("additionalProperties");
            Stream<String> keys = known.propertyStream().map(Map.Entry::getKey);
            JsonNode value = rule.isObject()
                    ? value(rule, entry.getValueNode(), keyPath)
                    : problem(keyPath, unknown(keyPath, key, keys));
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
        for (JsonNode required : schema.path("required")) {
            String key = required.asText();
            String keyPath = ConfigLines.join(path, key);
            if (!places.containsKey(keyPath)) {
                problem(
                        keyPath,
                        "is missing: "
                                + schema.at("/properties/" + key).path(ADVICE).asText());
            }
        }
        schema.path("properties").properties().stream()
                .filter(known -> !values.has(known.getKey()))
                .forEach(known -> values.set(
                        known.getKey(), otherwise(known.getValue(), ConfigLines.join(path, known.getKey()))));
        if (path.isEmpty()) {
            values.putPOJO("lines", lines);
        }
    }

    /** Returns the default value of a missing key. */
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
            return parsed(schema, text, path);
        } catch (IllegalArgumentException e) {
            return problem(path, ConfigLines.shown(text) + " " + e.getMessage());
        }
    }

    private JsonNode parsed(JsonNode schema, String text, String path) {
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
        return TextNode.valueOf(file ? folder.resolve(text).normalize().toUri().toString() : text);
    }

    /** Converts a word, such as {@code keep-first}, to the name of an enum constant, such as {@code KEEP_FIRST}. */
    private static String choice(JsonNode schema, String text, String path) {
        List<String> words =
                schema.path("enum").valueStream().map(JsonNode::asText).toList();
        if (!words.contains(text)) {
            throw new IllegalArgumentException(unknown(path, text, words.stream()));
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

    private static String unknown(String path, String word, Stream<String> words) {
        List<String> allowed = words.toList();
        JsonNode removed = SCHEMA.at("/$defs/removed/properties").path(path.split("\\W", 2)[0] + "." + word);
        return removed.isMissingNode()
                ? "is not known" + Suggestion.behind(word, allowed) + "; allowed here: " + String.join(", ", allowed)
                : removed.path("description").asText();
    }

    /** Creates a configuration record. A JSON Schema definition has the name of its record class. */
    private @Nullable JsonNode made(String ref, JsonNode value, String path) {
        String type = ConfigReader.class.getPackageName()
                + ref.substring(ref.lastIndexOf('/')).replace('/', '.');
        try {
            return new POJONode(JSON.treeToValue(value, JSON.getTypeFactory().constructFromCanonical(type)));
        } catch (JsonProcessingException e) {
            if (e.getCause() instanceof WrongSettings wrong && value.isObject()) {
                wrong.faults.forEach((key, what) -> unlessReported(path.isEmpty() ? key : path + "." + key, what));
                return null;
            }
            if (e.getCause() instanceof IllegalArgumentException wrong) {
                String what = value.isTextual() ? ConfigLines.shown(value.asText()) : "is rejected:";
                return problem(path, what + " " + wrong.getMessage());
            }
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    private void unlessReported(String path, String what) {
        if (problems.stream().noneMatch(problem -> problem.path().startsWith(path))) {
            problem(path, what);
        }
    }
}
