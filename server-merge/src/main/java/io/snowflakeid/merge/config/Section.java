package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.WrongSettings.Fault;
import io.snowflakeid.merge.config.YamlNode.Entries;
import io.snowflakeid.merge.config.YamlNode.Entry;
import io.snowflakeid.merge.config.YamlNode.Items;
import io.snowflakeid.merge.config.YamlNode.Nothing;
import io.snowflakeid.merge.config.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of the file whose keys are known.
 *
 * <p>Asking for a value that is wrong reports it and answers as if it were absent; {@link #make} then makes nothing, so that no error is
 * told that only follows from another.
 */
final class Section {

    private static final String MUST_BE_MAPPING = ", but must be a mapping, with lines such as 'key: value'";

    private final Entries node;
    private final List<String> path;
    private final Problems problems;
    private boolean spoilt;

    private Section(Entries node, List<String> path, Problems problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
    }

    /** The section that a node is; null, and a problem, if it is something else. Keys that are not allowed are problems. */
    static @Nullable Section of(YamlNode node, List<String> path, List<String> allowed, Problems problems) {
        if (node instanceof Entries entries) {
            Section section = new Section(entries, path, problems);
            section.refuseOthers(allowed, Map.of());
            return section;
        }
        String name = path.isEmpty() ? "the file" : Shown.path(path);
        problems.add(node.place(), name + " is " + node.kind() + MUST_BE_MAPPING);
        return null;
    }

    private void refuseOthers(List<String> allowed, Map<String, String> refused) {
        node.entries().forEach((key, entry) -> {
            if (!allowed.contains(key)) {
                String unknown = "is not a known key" + Suggestion.after(key, allowed) + "; keys allowed here: "
                        + String.join(", ", allowed);
                problems.add(entry.keyPlace(), Shown.path(pathOf(key)) + " " + refused.getOrDefault(key, unknown));
            }
        });
    }

    /** The keys in their order. */
    List<String> keys() {
        return List.copyOf(node.entries().keySet());
    }

    boolean has(String key) {
        return node.entries().containsKey(key);
    }

    /** The path of a key, from the top of the file. */
    List<String> pathOf(String key) {
        return Stream.concat(path.stream(), Stream.of(key)).toList();
    }

    /** Reports that a key is missing, at the beginning of the section. */
    void missing(String key, String what) {
        wrong(node.place(), List.of(key), "is missing: " + what);
    }

    /** Reports what is wrong with the value of a key, to be read behind its name. */
    void wrong(String key, String what) {
        wrong(placeOf(List.of(key)), List.of(key), what);
    }

    private void wrong(Place place, List<String> keys, String what) {
        spoilt = true;
        problems.add(
                place, Shown.path(Stream.concat(path.stream(), keys.stream()).toList()) + " " + what);
    }

    /** The text of a key, or null where there is none. */
    @Nullable
    String text(String key) {
        YamlNode value = value(key);
        return value == null ? null : scalar(key, value);
    }

    private @Nullable YamlNode value(String key) {
        Entry entry = node.entries().get(key);
        if (entry == null) {
            return null;
        }
        if (entry.value() instanceof Nothing) {
            wrong(entry.keyPlace(), List.of(key), "has no value: fill it in, or leave the key out");
            return null;
        }
        return entry.value();
    }

    private @Nullable String scalar(String key, YamlNode value) {
        if (value instanceof Scalar scalar) {
            return scalar.text();
        }
        wrong(
                value.place(),
                List.of(key),
                "is " + value.kind() + ", but must be one value; put a text that begins with { or [ into quotes");
        return null;
    }

    /** The text of a key that must be there; empty if it is not. */
    String requiredText(String key, String what) {
        if (!has(key)) {
            missing(key, what);
        }
        String text = text(key);
        return text == null ? "" : text;
    }

    /** The constant that a key names in lower case with hyphens. */
    <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
        return choice(key, type, otherwise, Map.of());
    }

    /**
     * Reads a constant where some words were allowed in earlier versions.
     *
     * @param removed what to write instead, by word
     */
    <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise, Map<String, String> removed) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        for (E constant : type.getEnumConstants()) {
            if (word(constant).equals(text)) {
                return constant;
            }
        }
        List<String> words = words(type);
        String instead = removed.get(text);
        wrong(
                key,
                "is " + Shown.value(text)
                        + (instead == null
                                ? ", but must be one of " + String.join(", ", words) + Suggestion.after(text, words)
                                : ", which was removed: write " + instead));
        return otherwise;
    }

    static List<String> words(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Section::word).toList();
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A whole number of 64 bits. */
    long number(String key, long otherwise) {
        return read(key, WholeNumber::parse, otherwise);
    }

    /** A whole number of 32 bits. */
    int smallNumber(String key, int otherwise) {
        return read(key, WholeNumber::parseSmall, otherwise);
    }

    private <T> T read(String key, Function<String, T> grammar, T otherwise) {
        String text = text(key);
        T read = text == null ? null : parsed(key, placeOf(List.of(key)), text, grammar);
        return read == null ? otherwise : read;
    }

    /** What a grammar makes of the text of a key, or null where there is none. */
    <T> @Nullable T parsed(String key, Function<String, T> grammar) {
        String text = text(key);
        return text == null ? null : parsed(key, placeOf(List.of(key)), text, grammar);
    }

    private <T> @Nullable T parsed(String key, Place place, String text, Function<String, T> grammar) {
        try {
            return grammar.apply(text);
        } catch (IllegalArgumentException e) {
            wrong(place, List.of(key), Shown.value(text) + " " + e.getMessage());
            return null;
        }
    }

    /** What a grammar makes of each item of a list. */
    <T> List<T> parsedItems(String key, Function<String, T> grammar) {
        List<T> read = new ArrayList<>();
        for (YamlNode item : items(key)) {
            String text = scalar(key, item);
            T value = text == null ? null : parsed(key, item.place(), text, grammar);
            if (value != null) {
                read.add(value);
            }
        }
        return read;
    }

    /** The items of a list; none where there is no such key. */
    List<YamlNode> items(String key) {
        YamlNode value = value(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof Items items) {
            return items.items();
        }
        wrong(key, "is " + value.kind() + ", but must be a list: [ first, second ]");
        return List.of();
    }

    /** What a reader makes of each item of a list, told its path; those that it makes nothing of are left out. */
    <T> List<T> each(String key, BiFunction<YamlNode, List<String>, Optional<T>> reader) {
        List<T> read = new ArrayList<>();
        List<YamlNode> items = items(key);
        for (int i = 0; i < items.size(); i++) {
            List<String> itemPath =
                    Stream.concat(path.stream(), Stream.of(key, "[" + i + "]")).toList();
            reader.apply(items.get(i), itemPath).ifPresent(read::add);
        }
        return read;
    }

    /** A section within, or null where there is none. */
    @Nullable
    Section section(String key, List<String> allowed) {
        return section(key, allowed, Map.of());
    }

    /**
     * The same, where some keys need another answer than that they are not known.
     *
     * @param refused why, by key
     */
    @Nullable
    Section section(String key, List<String> allowed, Map<String, String> refused) {
        Section section = sectionOfNames(key);
        if (section != null) {
            section.refuseOthers(allowed, refused);
        }
        return section;
    }

    /** A section of the operator's own names within, or null where there is none. */
    @Nullable
    Section sectionOfNames(String key) {
        YamlNode value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Entries entries) {
            return new Section(entries, pathOf(key), problems);
        }
        wrong(key, "is " + value.kind() + MUST_BE_MAPPING);
        return null;
    }

    /** What the values of this section make, or null if one is wrong; what the record refuses is reported where it stands. */
    <T> @Nullable T make(Supplier<T> record) {
        return spoilt ? null : makeAnyway(record);
    }

    /** The same for values that depend little on each other: where something is reported already, nothing more is. */
    <T> @Nullable T makeAnyway(Supplier<T> record) {
        try {
            return record.get();
        } catch (WrongSettings e) {
            List<Fault> news = e.faults().stream()
                    .filter(fault -> !problems.reportedAt(placeOf(fault.path())))
                    .toList();
            news.forEach(fault -> wrong(placeOf(fault.path()), fault.path(), fault.what()));
            return null;
        }
    }

    /** Where the value of the last key of a path stands that is there. */
    private Place placeOf(List<String> keys) {
        YamlNode at = node;
        Place place = node.place();
        for (String key : keys) {
            if (at instanceof Entries entries && entries.entries().containsKey(key)) {
                Entry entry = entries.entries().get(key);
                at = entry.value();
                place = at instanceof Scalar ? at.place() : entry.keyPlace();
            } else if (at instanceof Items items && key.startsWith("[")) {
                at = items.items().get(Integer.parseInt(key.substring(1, key.length() - 1)));
                place = at.place();
            } else {
                return place;
            }
        }
        return place;
    }
}
