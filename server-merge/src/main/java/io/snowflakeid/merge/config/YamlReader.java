package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.ConfigLines.Place;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            Place place = e instanceof MarkedYAMLException marked && marked.getProblemMark() != null
                    ? Place.of(marked.getProblemMark())
                    : problems.lines().place("");
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
}
