package io.snowflakeid.merge.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.snowflakeid.merge.config.WrongSettings.Fault;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills records from YAML: each component is a key, {@link Key} says more of it. A record with a static method {@code parse} may stand in the file as a
 * text. What is wrong is reported where it stands, and the reading goes on; a record is made only if nothing in it is wrong.
 */
final class RecordReader {

    private static final String MUST_BE_MAPPING = ", but must be a mapping, with lines such as 'key: value'";

    private final YamlFile yaml;
    private final String fileName;
    private final Path folder;
    private final Problems problems;

    /**
     * Reads from a file.
     *
     * @param folder where files that it names are looked for
     */
    RecordReader(YamlFile yaml, String fileName, Path folder, Problems problems) {
        this.yaml = yaml;
        this.fileName = fileName;
        this.folder = folder;
        this.problems = problems;
    }

    /** The whole file; null if anything in it is wrong. Its own rules are checked even if single values are wrong. */
    @Nullable
    MergeConfig config() {
        return (MergeConfig) mapping(MergeConfig.class, yaml.top(), List.of());
    }

    private @Nullable Object mapping(Class<?> type, JsonNode node, List<String> path) {
        if (!(node instanceof ObjectNode mapping)) {
            String name = path.isEmpty() ? "the file" : Shown.path(path);
            problems.add(yaml.keyPlace(path), name + " is " + YamlFile.kind(node) + MUST_BE_MAPPING);
            return null;
        }
        List<String> allowed = keys(type);
        mapping.fieldNames().forEachRemaining(key -> {
            if (!allowed.contains(key)) {
                List<String> keyPath = YamlFile.below(path, key);
                problems.add(yaml.keyPlace(keyPath), Shown.path(keyPath) + " " + RemovedKeys.answer(keyPath, allowed));
            }
        });
        List<@Nullable Object> values = new ArrayList<>();
        boolean whole = true;
        for (RecordComponent component : type.getRecordComponents()) {
            int before = problems.count();
            values.add(component(component, mapping, path));
            whole &= problems.count() == before;
        }
        return whole || path.isEmpty() ? made(type, values, path) : null;
    }

    /** The keys of a record, in its order. */
    static List<String> keys(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getType() != ConfigLines.class)
                .map(RecordReader::name)
                .toList();
    }

    /** Whether a record is written as a mapping; others are a text. */
    static boolean isMapping(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .anyMatch(component -> component.isAnnotationPresent(Key.class));
    }

    static String name(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null || key.name().isEmpty()
                ? component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
                : key.name();
    }

    private @Nullable Object component(RecordComponent component, ObjectNode mapping, List<String> path) {
        if (component.getType() == ConfigLines.class) {
            return yaml.lines(fileName);
        }
        Key key = component.getAnnotation(Key.class);
        Type type = component.getGenericType();
        List<String> keyPath = YamlFile.below(path, name(component));
        JsonNode node = mapping.get(name(component));
        if (node instanceof NullNode) {
            problems.add(
                    yaml.keyPlace(keyPath), Shown.path(keyPath) + " has no value: fill it in, or leave the key out");
        } else if (node != null) {
            Object value = value(type, node, keyPath);
            return value == null ? absent(component, key) : value;
        } else if (key != null && !key.missing().isEmpty()) {
            report(keyPath, "is missing: " + key.missing());
        }
        return absent(component, key);
    }

    private @Nullable Object absent(RecordComponent component, @Nullable Key key) {
        Class<?> type = component.getType();
        if (key != null && !key.otherwise().isEmpty()) {
            return value(component.getGenericType(), TextNode.valueOf(key.otherwise()), List.of());
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (type == String.class && key != null && !key.missing().isEmpty()) {
            return "";
        }
        // a section that may be absent is read like an empty one
        return isMapping(type) && (key == null || key.missing().isEmpty())
                ? mapping(type, JsonNodeFactory.instance.objectNode(), List.of(name(component)))
                : null;
    }

    private @Nullable Object value(Type type, JsonNode node, List<String> path) {
        if (type instanceof ParameterizedType generic) {
            Type[] parts = generic.getActualTypeArguments();
            return generic.getRawType() == List.class ? items(parts[0], node, path) : entries(parts[1], node, path);
        }
        Class<?> wanted = (Class<?>) type;
        if (isMapping(wanted) && !(node instanceof TextNode && parser(wanted) != null)) {
            return mapping(wanted, node, path);
        }
        if (node instanceof TextNode) {
            return text(wanted, node.textValue(), path);
        }
        problems.add(
                yaml.keyPlace(path),
                Shown.path(path) + " is " + YamlFile.kind(node)
                        + ", but must be one value; put a text that begins with { or [ into quotes");
        return null;
    }

    private List<Object> items(Type type, JsonNode node, List<String> path) {
        if (!(node instanceof ArrayNode)) {
            problems.add(
                    yaml.place(path),
                    Shown.path(path) + " is " + YamlFile.kind(node) + ", but must be a list: [ first, second ]");
            return List.of();
        }
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            Object item = value(type, node.get(i), YamlFile.below(path, ConfigLines.item(i)));
            if (item != null) {
                items.add(item);
            }
        }
        // with one left out, the others would be reported by a wrong number
        return items.size() == node.size() ? items : List.of();
    }

    private Map<String, Object> entries(Type type, JsonNode node, List<String> path) {
        if (!(node instanceof ObjectNode)) {
            problems.add(yaml.place(path), Shown.path(path) + " is " + YamlFile.kind(node) + MUST_BE_MAPPING);
            return Map.of();
        }
        Map<String, Object> entries = new LinkedHashMap<>();
        node.properties().forEach(entry -> {
            List<String> keyPath = YamlFile.below(path, entry.getKey());
            if (entry.getValue() instanceof NullNode) {
                problems.add(
                        yaml.keyPlace(keyPath),
                        Shown.path(keyPath) + " has no value: fill it in, or leave the key out");
            }
            Object value = entry.getValue() instanceof NullNode ? null : value(type, entry.getValue(), keyPath);
            if (value != null || type == String.class) {
                entries.put(entry.getKey(), value == null ? "" : value);
            }
        });
        return entries;
    }

    private @Nullable Object text(Class<?> type, String text, List<String> path) {
        try {
            return parsed(type, text);
        } catch (WrongSettings e) {
            e.faults()
                    .forEach(fault -> report(
                            path, Shown.value(text) + " is wrong: " + Shown.path(fault.path()) + " " + fault.what()));
        } catch (IllegalArgumentException e) {
            report(path, (type.isEnum() ? "is " : "") + Shown.value(text) + e.getMessage());
        }
        return null;
    }

    private void report(List<String> path, String what) {
        problems.add(yaml.place(path), Shown.path(path) + " " + what);
    }

    private Object parsed(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        if (type.isEnum()) {
            return choice(type, text);
        }
        try {
            if (type == int.class || type == Integer.class) {
                return WholeNumber.parseSmall(text);
            }
            if (type == long.class || type == Long.class) {
                return WholeNumber.parse(text);
            }
            return type == Path.class ? inFolder(text) : called(parser(type), text);
        } catch (WrongSettings e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(" " + e.getMessage(), e);
        }
    }

    private static Object choice(Class<?> type, String text) {
        List<String> words = words(type);
        int chosen = words.indexOf(text);
        if (chosen < 0) {
            throw new IllegalArgumentException(RemovedKeys.answer(type, text, words));
        }
        return type.getEnumConstants()[chosen];
    }

    /** The words for an enum's constants, in their order. */
    static List<String> words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> word((Enum<?>) constant))
                .toList();
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private Path inFolder(String file) {
        if (file.isBlank()) {
            throw new IllegalArgumentException("is empty: name the file, or leave the key out");
        }
        return folder.resolve(file).normalize();
    }

    /** How a record is written as a text; null if it has no such form. */
    static @Nullable Method parser(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals("parse") && method.getParameterCount() == 1)
                .findFirst()
                .orElse(null);
    }

    private static Object called(@Nullable Method parser, String text) {
        if (parser == null) {
            throw new IllegalStateException("no text can stand for this type");
        }
        try {
            return parser.invoke(null, text);
        } catch (InvocationTargetException e) {
            throw unchecked(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(parser + " cannot be called", e);
        }
    }

    private @Nullable Object made(Class<?> type, List<@Nullable Object> values, List<String> path) {
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        try {
            return constructor.newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (!(unchecked(e) instanceof WrongSettings wrong)) {
                throw unchecked(e);
            }
            List<Fault> news = wrong.faults().stream()
                    .filter(fault -> !problems.reportedAt(yaml.place(joined(path, fault.path()))))
                    .toList();
            news.forEach(fault -> report(joined(path, fault.path()), fault.what()));
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    private static RuntimeException unchecked(InvocationTargetException e) {
        return e.getCause() instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }

    private static List<String> joined(List<String> path, List<String> more) {
        List<String> joined = new ArrayList<>(path);
        joined.addAll(more);
        return joined;
    }
}
