package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.Problems.Place;
import java.io.StringReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads YAML into a tree that knows where each value stands. */
final class YamlReader {

    private static final String SPECIAL_BEGINNINGS = "*`&!|>%@";

    private final Problems problems;
    private final Set<Node> seen = new HashSet<>();
    private final Map<String, Integer> lines = new HashMap<>();

    YamlReader(Problems problems) {
        this.problems = problems;
    }

    /** The only document; text that is no YAML, and keys that come twice, are problems. */
    YamlNode read(String text) {
        try {
            Node top = new Yaml().compose(new StringReader(text));
            return top == null ? YamlNode.of(YamlNode.NOTHING, "") : node(top, "", Place.START);
        } catch (YAMLException e) {
            Place place = Place.START;
            String problem = "it cannot be read";
            if (e instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
                place = place(marked.getProblemMark());
                problem = Objects.requireNonNullElse(marked.getProblem(), problem);
            }
            String line = text.lines().skip(place.line() - 1L).findFirst().orElse("");
            problems.add(place, "this is not YAML: " + advice(line, problem));
            return YamlNode.of(YamlNode.NOTHING, "");
        }
    }

    private static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** In which line the key of each path stands. */
    Map<String, Integer> lines() {
        return Map.copyOf(lines);
    }

    private YamlNode node(Node node, String path, Place key) {
        lines.put(path, key.line());
        Place begin = place(node.getStartMark());
        if (!seen.add(node)) {
            problems.add(begin, "this value is used again by an alias of YAML, which is not supported: write it twice");
        } else if (node instanceof MappingNode mapping) {
            return new YamlNode(path, key, begin, YamlNode.MAPPING, "", children(mapping, path));
        } else if (node instanceof SequenceNode list) {
            return new YamlNode(path, key, begin, YamlNode.LIST, "", items(list, path));
        } else if (node instanceof ScalarNode scalar && !node.getTag().equals(Tag.NULL)) {
            return new YamlNode(path, key, begin, YamlNode.TEXT, scalar.getValue(), Map.of());
        }
        return new YamlNode(path, key, begin, YamlNode.NOTHING, "", Map.of());
    }

    private Map<String, YamlNode> children(MappingNode mapping, String path) {
        Map<String, YamlNode> children = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            Place place = place(entry.getKeyNode().getStartMark());
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            YamlNode child = node(entry.getValueNode(), YamlNode.join(path, key), place);
            YamlNode before = children.putIfAbsent(key, child);
            if (before != null) {
                int line = before.key().line();
                problems.add(place, YamlNode.shown(key) + " comes twice, first in line " + line + ": keep one");
            }
        }
        return children;
    }

    private Map<String, YamlNode> items(SequenceNode list, String path) {
        Map<String, YamlNode> items = new LinkedHashMap<>();
        for (Node node : list.getValue()) {
            String item = ConfigLines.item(items.size());
            items.put(item, node(node, path + item, place(node.getStartMark())));
        }
        return items;
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
