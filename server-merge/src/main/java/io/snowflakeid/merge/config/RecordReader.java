package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.Checks.Fault;
import io.snowflakeid.merge.config.Checks.WrongSettings;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import java.lang.reflect.InvocationTargetException;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fills records from YAML: each component is a key, {@link Key} says more of it. What is wrong is reported where it stands, and the reading goes
 * on; a record is made only if nothing in it is wrong.
 *
 * @param folder where files that the configuration names are looked for
 */
record RecordReader(ConfigLines lines, Path folder, Problems problems) {

    private static final String MUST_BE_MAPPING = ", but must be a mapping, with lines such as 'key: value'";

    /** What a text may stand for; what is wrong with it is told as {@link IllegalArgumentException}, to be read behind it. */
    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(
            String.class, text -> text,
            int.class, text -> Math.toIntExact(WholeNumber.parse(text, Integer.SIZE)),
            Integer.class, text -> Math.toIntExact(WholeNumber.parse(text, Integer.SIZE)),
            long.class, text -> WholeNumber.parse(text, Long.SIZE),
            Long.class, text -> WholeNumber.parse(text, Long.SIZE),
            IdRange.class, IdRange::parse,
            ColumnNames.class, ColumnNames::parse,
            ReferenceConfig.class, ReferenceConfig::parse,
            Follower.class, Follower::parse);

    /** The whole file; null if anything in it is wrong. Its own rules are checked even if single values are wrong. */
    @Nullable
    MergeConfig config(YamlNode top) {
        return (MergeConfig) mapping(MergeConfig.class, top);
    }

    private @Nullable Object mapping(Class<?> type, YamlNode node) {
        if (!node.is(YamlNode.MAPPING)) {
            String name = node.path().isEmpty() ? "the file" : node.path();
            problems.add(node.key(), name + " is " + node.kind() + MUST_BE_MAPPING);
            return null;
        }
        List<String> allowed = keys(type);
        node.children().forEach((key, child) -> {
            if (!allowed.contains(key)) {
                problems.add(child.key(), child.path() + " " + RemovedKeys.answer(child.path(), key, allowed));
            }
        });
        int before = problems.count();
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            values.add(component.getType() == ConfigLines.class ? lines : component(component, node));
        }
        return problems.count() == before || node.path().isEmpty() ? made(type, values, node) : null;
    }

    static List<String> keys(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getType() != ConfigLines.class)
                .map(RecordReader::name)
                .toList();
    }

    static String name(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null || key.name().isEmpty()
                ? component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
                : key.name();
    }

    private @Nullable Object component(RecordComponent component, YamlNode mapping) {
        Key key = component.getAnnotation(Key.class);
        boolean required = key != null && !key.missing().isEmpty();
        YamlNode node = mapping.children().get(name(component));
        if (node == null) {
            if (required) {
                problems.add(
                        mapping.begin(),
                        YamlNode.join(mapping.path(), name(component)) + " is missing: " + key.missing());
            }
            return absent(component.getType(), key, required);
        }
        Object value = value(component.getGenericType(), node);
        if (value instanceof Number seen
                && key != null
                && (seen.longValue() < key.least() || seen.longValue() > key.greatest())) {
            report(node, "is " + seen + ", but must be from " + key.least() + " to " + key.greatest());
        }
        return value == null ? absent(component.getType(), key, required) : value;
    }

    private @Nullable Object absent(Class<?> type, @Nullable Key key, boolean required) {
        if (key != null && !key.otherwise().isEmpty()) {
            return value(type, YamlNode.of(YamlNode.TEXT, key.otherwise()));
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (required) {
            return type == String.class ? "" : null;
        }
        // a section that may be absent is read like an empty one
        return isMapping(type) ? mapping(type, YamlNode.of(YamlNode.MAPPING, "")) : null;
    }

    /** Whether a record is written as a mapping; a few may also be written as a text. */
    static boolean isMapping(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .anyMatch(component -> component.isAnnotationPresent(Key.class));
    }

    static boolean isText(Class<?> type) {
        return PARSERS.containsKey(type);
    }

    private @Nullable Object value(Type type, YamlNode node) {
        if (node.is(YamlNode.NOTHING)) {
            report(node, "has no value: fill it in, or leave the key out");
            return null;
        }
        if (type instanceof ParameterizedType generic) {
            Type[] parts = generic.getActualTypeArguments();
            if (generic.getRawType() == Map.class) {
                return each(parts[1], node, YamlNode.MAPPING, MUST_BE_MAPPING);
            }
            Map<String, Object> items = each(parts[0], node, YamlNode.LIST, ", but must be a list: [ first, second ]");
            // with one left out, the others would be reported by a wrong number
            return items.size() == node.children().size() ? List.copyOf(items.values()) : List.of();
        }
        Class<?> wanted = (Class<?>) type;
        if (isMapping(wanted) && !(node.is(YamlNode.TEXT) && isText(wanted))) {
            return mapping(wanted, node);
        }
        if (node.is(YamlNode.TEXT)) {
            return text(wanted, node);
        }
        report(node, "is " + node.kind() + ", but must be one value; put a text that begins with { or [ into quotes");
        return null;
    }

    /** What a list or a mapping holds, without what is wrong. */
    private Map<String, Object> each(Type type, YamlNode node, String kind, String mustBe) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (!node.is(kind)) {
            report(node, "is " + node.kind() + mustBe);
            return values;
        }
        node.children().forEach((key, child) -> {
            Object value = value(type, child);
            if (value != null || type == String.class) {
                values.put(key, value == null ? "" : value);
            }
        });
        return values;
    }

    private @Nullable Object text(Class<?> type, YamlNode node) {
        String shown = YamlNode.shown(node.text());
        try {
            return type.isEnum()
                    ? choice(type, node)
                    : PARSERS.getOrDefault(type, this::inFolder).apply(node.text());
        } catch (WrongSettings e) {
            e.faults.forEach(fault -> report(node, shown + " is wrong: " + fault));
        } catch (IllegalArgumentException e) {
            report(node, shown + " " + e.getMessage());
        }
        return null;
    }

    private Path inFolder(String file) {
        if (file.isBlank()) {
            throw new IllegalArgumentException("is empty: name the file, or leave the key out");
        }
        return folder.resolve(file).normalize();
    }

    private @Nullable Object choice(Class<?> type, YamlNode node) {
        List<String> words = words(type);
        int chosen = words.indexOf(node.text());
        if (chosen < 0) {
            report(node, "is " + YamlNode.shown(node.text()) + RemovedKeys.answer(type, node.text(), words));
            return null;
        }
        return type.getEnumConstants()[chosen];
    }

    static List<String> words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> MergeConfig.word((Enum<?>) constant))
                .toList();
    }

    private void report(YamlNode node, String what) {
        problems.add(node.place(List.of()), node.path() + " " + what);
    }

    private @Nullable Object made(Class<?> type, List<@Nullable Object> values, YamlNode node) {
        try {
            return type.getDeclaredConstructors()[0].newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof WrongSettings wrong)) {
                throw new IllegalStateException(e);
            }
            List<Fault> news = wrong.faults.stream()
                    .filter(fault -> !problems.reportedAt(node.place(fault.path())))
                    .toList();
            news.forEach(fault -> problems.add(
                    node.place(fault.path()), YamlNode.join(node.path(), fault.path()) + " " + fault.what()));
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }
}
