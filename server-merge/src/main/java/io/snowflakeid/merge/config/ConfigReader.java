package io.snowflakeid.merge.config;

import io.snowflakeid.merge.ConfigException;
import io.snowflakeid.merge.config.ConfigLines.Place;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
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
 * Reads {@code merge.yaml} into records, each component of which is a {@link Setting}.
 *
 * <p>Nothing is repaired and nothing is skipped: a key that is not known, or a value that cannot be meant, is an error with its line and
 * column, and all errors of a file are reported at once. A record is made only if nothing in it is wrong.
 */
public final class ConfigReader {

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9_]*|0[xX][0-9a-fA-F_]*[0-9a-fA-F])");

    /** What a text may stand for; what is wrong with it is an {@link IllegalArgumentException}, to be read behind it. */
    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(
            String.class, text -> text,
            int.class, ConfigReader::number,
            Integer.class, ConfigReader::number,
            long.class, ConfigReader::number,
            Long.class, ConfigReader::number,
            IdRange.class, IdRange::parse,
            ColumnNames.class, ColumnNames::parse,
            ReferenceConfig.class, ReferenceConfig::parse,
            Follower.class, Follower::parse);

    private record Problem(Place place, String path, String message) {}

    private final Path folder;
    private final Map<String, Place> places = new HashMap<>(Map.of("", new Place(1, 1)));
    private final ConfigLines lines;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<Node> seen = new HashSet<>();

    private ConfigReader(String name, Path folder) {
        this.folder = folder;
        lines = new ConfigLines(String.valueOf(Path.of(name).getFileName()), places);
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
        ConfigReader reader = new ConfigReader(name, folder);
        MergeConfig config = reader.config(text);
        if (config == null || !reader.problems.isEmpty()) {
            throw new ConfigException(reader.problems.stream()
                    .sorted(Comparator.comparingInt(
                                    (Problem problem) -> problem.place().line())
                            .thenComparingInt(problem -> problem.place().column()))
                    .map(problem -> name + ":" + problem.place() + ": " + problem.message())
                    .toArray(String[]::new));
        }
        return config;
    }

    private @Nullable MergeConfig config(String text) {
        try {
            Node top = new Yaml().compose(new StringReader(text));
            return (MergeConfig)
                    (top == null ? mapping(MergeConfig.class, Map.of(), "") : value(MergeConfig.class, top, ""));
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

    /** What a piece of YAML stands for; null if anything in it is wrong. */
    private @Nullable Object value(Type type, Node node, String path) {
        Class<?> wanted = Setting.raw(type);
        if (!seen.add(node)) {
            problems.add(new Problem(
                    Place.of(node.getStartMark()),
                    path,
                    "this value is used again by an alias of YAML, which is not supported: write it twice"));
        } else if (node.getTag().equals(Tag.NULL)) {
            problem(path, "has no value: fill it in, or leave the key out");
        } else if (wanted == List.class && node instanceof SequenceNode list) {
            return List.copyOf(each(type, items(list, path), path).values());
        } else if (wanted == Map.class && node instanceof MappingNode mapping) {
            return each(type, entries(mapping, path), path);
        } else if (Setting.isMapping(wanted) && node instanceof MappingNode mapping) {
            return mapping(wanted, entries(mapping, path), path);
        } else if (isText(wanted) && node instanceof ScalarNode text) {
            return text(wanted, text.getValue(), path);
        } else {
            String kind = node instanceof ScalarNode ? "a text" : node instanceof SequenceNode ? "a list" : "a mapping";
            String mustBe = wanted == List.class
                    ? "a list: [ first, second ]"
                    : wanted == Map.class || Setting.isMapping(wanted)
                            ? "a mapping, with lines such as 'key: value'"
                            : "one value; put a text that begins with { or [ into quotes";
            problem(path, "is " + kind + ", but must be " + mustBe);
        }
        return null;
    }

    private Map<String, Node> items(SequenceNode list, String path) {
        Map<String, Node> items = new LinkedHashMap<>();
        for (Node item : list.getValue()) {
            String number = ConfigLines.item(items.size());
            places.put(path + number, Place.of(item.getStartMark()));
            items.put(number, item);
        }
        return items;
    }

    private Map<String, Node> entries(MappingNode mapping, String path) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            String keyPath = ConfigLines.join(path, key);
            Place place = Place.of(entry.getKeyNode().getStartMark());
            Place before = places.putIfAbsent(keyPath, place);
            if (before != null) {
                String twice = keyPath + " comes twice, first in line " + before.line() + ": keep one";
                problems.add(new Problem(place, keyPath, twice));
            }
            entries.put(key, entry.getValueNode());
        }
        return entries;
    }

    /** What a list or a mapping holds, without what is wrong. */
    private Map<String, Object> each(Type type, Map<String, Node> nodes, String path) {
        Type[] parts = ((ParameterizedType) type).getActualTypeArguments();
        Map<String, Object> values = new LinkedHashMap<>();
        nodes.forEach((key, node) -> {
            Object value = value(parts[parts.length - 1], node, ConfigLines.join(path, key));
            if (value != null) {
                values.put(key, value);
            }
        });
        return values;
    }

    /** Whether it is written as one text. A record may be written as a text, as a mapping, or as either. */
    static boolean isText(Class<?> type) {
        return type.isEnum() || type == Path.class || PARSERS.containsKey(type);
    }

    private @Nullable Object text(Class<?> type, String text, String path) {
        try {
            return type.isEnum()
                    ? choice(type, text, path)
                    : PARSERS.getOrDefault(type, this::inFolder).apply(text);
        } catch (IllegalArgumentException e) {
            problem(path, ConfigLines.shown(text) + " " + e.getMessage());
            return null;
        }
    }

    private Path inFolder(String file) {
        if (file.isBlank()) {
            throw new IllegalArgumentException("is empty: name the file, or leave the key out");
        }
        return folder.resolve(file).normalize();
    }

    private static Object choice(Class<?> type, String text, String path) {
        List<String> words = words(type);
        if (!words.contains(text)) {
            throw new IllegalArgumentException(Suggestion.answer(path, text, words));
        }
        return type.getEnumConstants()[words.indexOf(text)];
    }

    static List<String> words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> MergeConfig.word((Enum<?>) constant))
                .toList();
    }

    /** Whole numbers as ids are written: {@code 2147483647}, {@code 2_147_483_647}, {@code 0x7FFFFFFF}. */
    static Long number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("is no whole number: write 150023, 150_023 or 0x24A07");
        }
        try {
            return Long.decode(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("does not fit into 64 bits", e);
        }
    }

    /** The rules of the whole file are checked even if single values are wrong. */
    private @Nullable Object mapping(Class<?> type, Map<String, Node> nodes, String path) {
        List<Setting> settings = Setting.of(type);
        List<String> allowed = settings.stream().map(Setting::name).toList();
        nodes.keySet().stream().filter(key -> !allowed.contains(key)).forEach(key -> {
            String wrong = ConfigLines.join(path, key);
            problem(wrong, Suggestion.answer(wrong, key, allowed));
        });
        int before = problems.size();
        List<@Nullable Object> values = new ArrayList<>();
        settings.forEach(setting ->
                values.add(setting(setting, nodes.get(setting.name()), ConfigLines.join(path, setting.name()))));
        if (type == MergeConfig.class) {
            values.add(lines);
        }
        return problems.size() == before || path.isEmpty() ? made(type, values, path) : null;
    }

    private @Nullable Object setting(Setting setting, @Nullable Node node, String path) {
        Class<?> type = Setting.raw(setting.type());
        Object value = node == null ? null : value(setting.type(), node, path);
        if (value instanceof Long number && !setting.allows(number)) {
            problem(
                    path,
                    "is " + number + ", but must be from " + setting.about().path("minimum") + " to "
                            + setting.about().path("maximum"));
            value = null;
        }
        boolean blank = value instanceof String text && text.isBlank();
        if (setting.missing() != null && (blank || node == null)) {
            problem(path, (blank ? "is empty: " : "is missing: ") + setting.missing());
        }
        value = value == null ? otherwise(setting, type, path) : value;
        return value instanceof Long number && (type == int.class || type == Integer.class)
                ? Integer.valueOf(number.intValue())
                : value;
    }

    private @Nullable Object otherwise(Setting setting, Class<?> type, String path) {
        String text = setting.otherwise();
        if (text != null) {
            return text(type, text, path);
        }
        if (type == List.class || type == Map.class) {
            return type == List.class ? List.of() : Map.of();
        }
        if (setting.missing() != null) {
            return type == String.class ? "" : null;
        }
        // a section that may be absent is read like an empty one
        return Setting.isMapping(type) ? mapping(type, Map.of(), path) : null;
    }

    private @Nullable Object made(Class<?> type, List<@Nullable Object> values, String path) {
        try {
            return type.getDeclaredConstructors()[0].newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof WrongSettings wrong)) {
                throw new IllegalStateException(e);
            }
            wrong.faults.forEach((key, what) -> {
                String place = path.isEmpty() || key.startsWith("[") ? path + key : path + "." + key;
                if (problems.stream().noneMatch(problem -> problem.path().startsWith(place))) {
                    problem(place, what);
                }
            });
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }
}
