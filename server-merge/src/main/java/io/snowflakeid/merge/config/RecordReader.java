package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.Checks.WrongSettings;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fills records from YAML: each component is a {@link Setting}. What is wrong is reported where it stands, and the reading goes on; a record is
 * made only if nothing in it is wrong.
 *
 * @param folder where files that the configuration names are looked for
 */
record RecordReader(Path folder, Problems problems) {

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

    /** Whether it is written as one text. A record may be written as a text, as a mapping, or as either. */
    static boolean isText(Class<?> type) {
        return type.isEnum() || type == Path.class || PARSERS.containsKey(type);
    }

    /** What a piece of YAML stands for; null if anything in it is wrong. */
    @Nullable
    Object value(Type type, @Nullable Object yaml, String path) {
        Class<?> wanted = Setting.raw(type);
        if (yaml == null) {
            problems.add(path, "has no value: fill it in, or leave the key out");
        } else if (wanted == List.class && yaml instanceof List<?> items) {
            Map<String, @Nullable Object> numbered = new LinkedHashMap<>();
            items.forEach(item -> numbered.put(ConfigLines.item(numbered.size()), item));
            return List.copyOf(each(type, numbered, path).values());
        } else if (wanted == Map.class && yaml instanceof Map<?, ?> values) {
            return each(type, values, path);
        } else if (Setting.isMapping(wanted) && yaml instanceof Map<?, ?> values) {
            return mapping(wanted, values, path);
        } else if (isText(wanted) && yaml instanceof String text) {
            return text(wanted, text, path);
        } else {
            String kind = yaml instanceof String ? "a text" : yaml instanceof List ? "a list" : "a mapping";
            String mustBe = wanted == List.class
                    ? "a list: [ first, second ]"
                    : wanted == Map.class || Setting.isMapping(wanted)
                            ? "a mapping, with lines such as 'key: value'"
                            : "one value; put a text that begins with { or [ into quotes";
            problems.add(path, "is " + kind + ", but must be " + mustBe);
        }
        return null;
    }

    /** What a list or a mapping holds, without what is wrong. */
    private Map<String, Object> each(Type type, Map<?, ?> yaml, String path) {
        Type[] parts = ((ParameterizedType) type).getActualTypeArguments();
        Map<String, Object> values = new LinkedHashMap<>();
        yaml.forEach((key, child) -> {
            Object value = value(parts[parts.length - 1], child, ConfigLines.join(path, (String) key));
            if (value != null) {
                values.put((String) key, value);
            }
        });
        return values;
    }

    private @Nullable Object text(Class<?> type, String text, String path) {
        try {
            return type.isEnum()
                    ? choice(type, text, path)
                    : PARSERS.getOrDefault(type, this::inFolder).apply(text);
        } catch (IllegalArgumentException e) {
            problems.add(path, ConfigLines.shown(text) + " " + e.getMessage());
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

    /** The rules of the whole file are checked even if single values are wrong. */
    private @Nullable Object mapping(Class<?> type, Map<?, ?> yaml, String path) {
        List<Setting> settings = Setting.of(type);
        List<String> allowed = settings.stream().map(Setting::name).toList();
        yaml.forEach((key, value) -> {
            if (!allowed.contains(key)) {
                String wrong = ConfigLines.join(path, (String) key);
                problems.add(wrong, Suggestion.answer(wrong, (String) key, allowed));
            }
        });
        int before = problems.found().size();
        List<@Nullable Object> values = new ArrayList<>();
        settings.forEach(setting -> values.add(setting(setting, yaml, path)));
        if (type == MergeConfig.class) {
            values.add(problems.lines());
        }
        return problems.found().size() == before || path.isEmpty() ? made(type, values, path) : null;
    }

    private @Nullable Object setting(Setting setting, Map<?, ?> yaml, String mapping) {
        String path = ConfigLines.join(mapping, setting.name());
        Object value = yaml.containsKey(setting.name()) ? value(setting.type(), yaml.get(setting.name()), path) : null;
        Key key = setting.key();
        if (value instanceof Number seen && (seen.longValue() < key.least() || seen.longValue() > key.greatest())) {
            problems.add(path, "is " + seen + ", but must be from " + key.least() + " to " + key.greatest());
        }
        boolean blank = value instanceof String text && text.isBlank();
        if (setting.required() && (blank || !yaml.containsKey(setting.name()))) {
            problems.add(path, (blank ? "is empty: " : "is missing: ") + key.missing());
        }
        if (value != null) {
            return value;
        }
        Object otherwise = setting.otherwise();
        return otherwise == null ? null : value(setting.type(), otherwise, path);
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
                if (!problems.at(place)) {
                    problems.add(place, what);
                }
            });
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }
}
