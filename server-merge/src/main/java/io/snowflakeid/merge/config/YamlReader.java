package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.ConfigLines.Place;
import java.io.StringReader;
import java.util.ArrayList;
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

/** Reads YAML into texts, lists and mappings, with null for nothing, and notes where each of them stands. */
final class YamlReader {

    private static final String SPECIAL_BEGINNINGS = "*`&!|>%@";

    private final Problems problems;
    private final Set<Node> seen = new HashSet<>();

    YamlReader(Problems problems) {
        this.problems = problems;
    }

    /** The only document; text that is no YAML, and keys that come twice, are problems. */
    @Nullable
    Object read(String text) {
        try {
            Node top = new Yaml().compose(new StringReader(text));
            return top == null ? Map.of() : value(top, "");
        } catch (YAMLException e) {
            Place place = problems.lines().place("");
            String problem = "it cannot be read";
            if (e instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
                place = Place.of(marked.getProblemMark());
                problem = Objects.requireNonNullElse(marked.getProblem(), problem);
            }
            String line = text.lines().skip(place.line() - 1L).findFirst().orElse("");
            problems.add(place, "this is not YAML: " + advice(line, problem));
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
                problems.lines().places().put(itemPath, Place.of(item.getStartMark()));
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
            Place before = problems.lines().places().putIfAbsent(keyPath, place);
            if (before != null) {
                problems.add(place, keyPath + " comes twice, first in line " + before.line() + ": keep one");
            }
            values.put(key, value(entry.getValueNode(), keyPath));
        }
        return values;
    }

    /** What to do about text that is no YAML. The line itself is not shown: it may be the one with a password. */
    private static String advice(String line, String problem) {
        if (problem.contains("but found another document")) {
            return "a second document begins here, but a configuration is one: remove '---'";
        }
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
