package io.snowflakeid.merge.config;

import io.snowflakeid.merge.ConfigException;
import io.snowflakeid.merge.config.ConfigLines.Place;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads {@code merge.yaml}. What it may hold is described by {@link ConfigSchema}.
 *
 * <p>Nothing is repaired and nothing is skipped: a key that is not known, or a value that cannot be meant, is an error with its line and
 * column, and all errors of a file are told at once.
 */
public final class ConfigReader {

    private final Map<String, Place> places = new HashMap<>(Map.of("", new Place(1, 1)));
    private final Set<Node> seen = new HashSet<>();
    private final Problems problems;

    private ConfigReader(String name) {
        problems =
                new Problems(name, new ConfigLines(String.valueOf(Path.of(name).getFileName()), places));
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if it cannot be read, or anything in it is wrong
     */
    public static MergeConfig read(Path file) {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file.toAbsolutePath());
        return read(file.toString(), text(file), folder);
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ConfigException(file + " is not there, or is no file: name the configuration to read");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new ConfigException(file + " is not in UTF-8: save it so");
        } catch (IOException e) {
            throw new ConfigException(file + " cannot be read: " + e);
        }
    }

    /**
     * Reads a text.
     *
     * @param name how errors call it
     * @param folder where files that it names are looked for
     */
    static MergeConfig read(String name, String text, Path folder) {
        ConfigReader reader = new ConfigReader(name);
        Object yaml = reader.yaml(text);
        Problems problems = reader.problems;
        MergeConfig config = problems.found().isEmpty()
                ? (MergeConfig) new RecordReader(folder, problems).value(MergeConfig.class, yaml, "")
                : null;
        if (config == null || !problems.found().isEmpty()) {
            throw problems.asException();
        }
        return config;
    }

    /** The only document, as texts, lists and mappings, with null for nothing; notes where each of them stands. */
    private @Nullable Object yaml(String text) {
        try {
            Node top = new Yaml().compose(new StringReader(text));
            return top == null ? Map.of() : value(top, "");
        } catch (YAMLException e) {
            Place place = e instanceof MarkedYAMLException marked && marked.getProblemMark() != null
                    ? Place.of(marked.getProblemMark())
                    : new Place(1, 1);
            // what is wrong is not shown: it may be a password
            problems.add(
                    place,
                    "this is not YAML: indent with blanks, close each bracket and quote, put a text that begins with a special sign"
                            + " into quotes, and write one document alone");
            return null;
        }
    }

    private @Nullable Object value(Node node, String path) {
        if (!seen.add(node)) {
            problems.add(
                    Place.of(node.getStartMark()),
                    "this value is used again by an alias of YAML, which is not supported: write it twice");
        } else if (node instanceof MappingNode mapping) {
            return mapping(mapping, path);
        } else if (node instanceof SequenceNode list) {
            List<@Nullable Object> items = new ArrayList<>();
            for (Node item : list.getValue()) {
                String itemPath = path + ConfigLines.item(items.size());
                places.put(itemPath, Place.of(item.getStartMark()));
                items.add(value(item, itemPath));
            }
            return items;
        } else if (node instanceof ScalarNode scalar && !node.getTag().equals(Tag.NULL)) {
            return scalar.getValue();
        }
        return null;
    }

    private Map<String, @Nullable Object> mapping(MappingNode mapping, String path) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            String keyPath = ConfigLines.join(path, key);
            Place place = Place.of(entry.getKeyNode().getStartMark());
            Place before = places.putIfAbsent(keyPath, place);
            if (before != null) {
                problems.add(place, keyPath + " comes twice, first in line " + before.line() + ": keep one");
            }
            values.put(key, value(entry.getValueNode(), keyPath));
        }
        return values;
    }
}
