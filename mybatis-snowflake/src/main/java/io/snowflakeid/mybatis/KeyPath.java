package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a statement's keyProperty means for the parameter at hand: {@code order.items.id} points at the items of the argument
 * {@code order} and names their property {@code id}; {@code id} names a property and leaves open whose.
 *
 * @param followed true if a path was followed
 * @param places the one that is pointed at, else all arguments
 * @param properties what is named of them
 * @param deadEnd why a path could not be followed, to go on after "keyProperty 'a.b.c' ", or null
 */
record KeyPath(
        boolean followed,
        List<Place> places,
        List<String> properties,
        @Nullable String deadEnd) {

    /** Follows the first of the properties; what others have of that path counts for them, too. */
    static KeyPath of(List<String> keyProperties, Parameter parameter) {
        int dot = keyProperties.isEmpty() ? -1 : keyProperties.get(0).lastIndexOf('.');
        if (dot <= 0) {
            return unfollowed(keyProperties, parameter);
        }
        String path = keyProperties.get(0).substring(0, dot);
        Walk walk = new Walk(parameter);
        Place place = walk.follow(List.of(path.split("\\.")));
        if (place == null) {
            return new KeyPath(false, parameter.arguments(), keyProperties, walk.deadEnd);
        }
        List<String> properties = keyProperties.stream()
                .map(key -> key.startsWith(path + ".") ? key.substring(dot + 1) : key)
                .toList();
        return new KeyPath(true, List.of(place), properties, null);
    }

    static KeyPath unfollowed(List<String> keyProperties, Parameter parameter) {
        return new KeyPath(false, parameter.arguments(), keyProperties, null);
    }

    /** The property that is named, or null if none is, or several are, so that none can be the id. */
    @Nullable
    String named() {
        return deadEnd == null && properties.size() == 1 ? properties.get(0) : null;
    }

    boolean names(String property) {
        return properties.contains(property);
    }

    /** A name that the value has not, with those that it has; goes on after "keyProperty 'a.b.c' ". */
    static String misspelt(String name, Object owner) {
        if (owner instanceof Map<?, ?> map) {
            return "names '" + name + "', which is no key of a Map: it has "
                    + map.keySet().stream().map(String::valueOf).sorted().toList();
        }
        String type = owner.getClass().getSimpleName();
        List<String> properties = RowType.of(owner.getClass()).readableProperties();
        return "names '" + name + "', "
                + (properties.isEmpty()
                        ? "but " + type + " has no properties"
                        : "which is no property of " + type + ": it has " + properties);
    }

    /** One walk from a parameter to the end of a path. */
    private static final class Walk {

        private final Parameter parameter;
        private @Nullable String deadEnd;

        Walk(Parameter parameter) {
            this.parameter = parameter;
        }

        @Nullable
        Place follow(List<String> names) {
            Place place = parameter.given() instanceof Map<?, ?> named && named.containsKey(names.get(0))
                    ? new Place("", false, Collections.singletonList(named))
                    : argumentWith(names.get(0));
            for (String name : names) {
                place = place == null ? null : step(place, name);
            }
            return place;
        }

        private @Nullable Place argumentWith(String property) {
            List<Place> arguments = parameter.arguments();
            for (Place argument : arguments) {
                if (argument.values().stream().anyMatch(value -> value != null && has(value, property))) {
                    return new Place("", argument.plural(), argument.values());
                }
            }
            TreeSet<String> starts = new TreeSet<>(parameter.names());
            arguments.forEach(argument -> argument.values().stream()
                    .filter(Objects::nonNull)
                    .forEach(value -> starts.addAll(RowType.of(value.getClass()).readableProperties())));
            deadEnd = "names '" + property + "', which is no parameter and no property of one: there are " + starts;
            return null;
        }

        private @Nullable Place step(Place from, String name) {
            List<@Nullable Object> values = new ArrayList<>();
            boolean plural = from.plural();
            for (Object owner : from.values()) {
                if (owner == null || !has(owner, name)) {
                    deadEnd = owner == null ? "names '" + name + "' of null" : misspelt(name, owner);
                    return null;
                }
                Place found = from.behind(name, valueOf(owner, name));
                plural |= found.plural();
                values.addAll(found.values());
            }
            return new Place(from.keyPropertyFor(name), plural, values);
        }

        private static boolean has(Object owner, String name) {
            return owner instanceof Map<?, ?> map
                    ? map.containsKey(name)
                    : RowType.of(owner.getClass()).hasGetter(name);
        }

        private static @Nullable Object valueOf(Object owner, String name) {
            return owner instanceof Map<?, ?> map
                    ? map.get(name)
                    : RowType.of(owner.getClass()).read(name, owner);
        }
    }
}
