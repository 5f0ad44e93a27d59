package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a statement's keyProperty means for the parameter at hand: {@code order.items.id} points at the items of the argument
 * {@code order} and names their property {@code id}; {@code id} names a property and leaves open whose.
 *
 * @param pointsAt true if a path was followed
 * @param places the one that is pointed at, else all arguments
 * @param properties what is named of them
 * @param deadEnd where and why a path could not be followed, or null
 */
record KeyTarget(
        boolean pointsAt,
        List<Place> places,
        List<String> properties,
        @Nullable DeadEnd deadEnd) {

    /**
     * Why keyProperty leads to nothing.
     *
     * @param why goes on after "keyProperty 'a.b.c' "
     * @param misspelt true if a name of the path is none, so that the path is to be corrected
     */
    record DeadEnd(String why, boolean misspelt) {

        static DeadEnd because(String why) {
            return new DeadEnd(why, false);
        }

        /** A name that the value has not, with those that it has. */
        static DeadEnd misspelt(String name, Object owner, RowTypes types) {
            if (owner instanceof Map<?, ?> map) {
                List<String> keys =
                        map.keySet().stream().map(String::valueOf).sorted().toList();
                return new DeadEnd("names '" + name + "', which is no key of a Map: it has " + keys, true);
            }
            String type = owner.getClass().getSimpleName();
            List<String> properties = types.of(owner.getClass()).readableProperties();
            return new DeadEnd(
                    properties.isEmpty()
                            ? "names '" + name + "', but " + type + " has no properties"
                            : "names '" + name + "', which is no property of " + type + ": it has " + properties,
                    true);
        }
    }

    /** True if exactly one property is named, so that it can be the id. */
    boolean namesOneProperty() {
        return properties.size() == 1;
    }

    boolean names(String property) {
        return properties.contains(property);
    }

    /** True if it names one property that MyBatis reads of a value of this type. */
    boolean namesPropertyOf(RowType type) {
        return namesOneProperty() && type.has(properties.get(0));
    }

    /** Follows keyProperty through a parameter. */
    static final class Reader {

        private final Parameter parameter;
        private final RowTypes types;
        private final Refusal refusal;
        private @Nullable DeadEnd deadEnd;

        Reader(Parameter parameter, RowTypes types, Refusal refusal) {
            this.parameter = parameter;
            this.types = types;
            this.refusal = refusal;
        }

        KeyTarget read(List<String> keyProperties) {
            for (String key : keyProperties) {
                int dot = key.lastIndexOf('.');
                Place place = dot > 0 ? follow(key.substring(0, dot)) : null;
                if (place != null) {
                    return new KeyTarget(true, List.of(place), propertiesBehind(place.path(), keyProperties), null);
                }
            }
            return new KeyTarget(false, arguments(), keyProperties, deadEnd);
        }

        KeyTarget withoutPath(List<String> keyProperties) {
            return new KeyTarget(false, arguments(), keyProperties, null);
        }

        private static List<String> propertiesBehind(String path, List<String> keyProperties) {
            List<String> properties = new ArrayList<>();
            for (String key : keyProperties) {
                properties.add(key.startsWith(path + ".") ? key.substring(path.length() + 1) : key);
            }
            return properties;
        }

        private List<Place> arguments() {
            List<Place> places = new ArrayList<>();
            for (Parameter.Argument argument : parameter.arguments()) {
                Elements elements = Elements.of(argument.value(), types, refusal);
                places.add(new Place(argument.name(), elements.plural(), elements.values()));
            }
            return places;
        }

        private @Nullable Place follow(String path) {
            List<String> names = List.of(path.split("\\."));
            Place place = null;
            if (parameter.hasNamed(names.get(0))) {
                place = placeOf(names.get(0), false, parameter.named(names.get(0)));
                names = names.subList(1, names.size());
            } else {
                List<Place> arguments = arguments();
                for (Place argument : arguments) {
                    if (anyHas(argument, names.get(0))) {
                        place = new Place("", argument.plural(), argument.values());
                    }
                }
                if (place == null) {
                    deadEnd = new DeadEnd(
                            "names '" + names.get(0) + "', which is no parameter and no property of one: there are "
                                    + possibleStarts(arguments),
                            true);
                }
            }
            for (String name : names) {
                place = place == null ? null : step(place, name);
            }
            return place;
        }

        private Set<String> possibleStarts(List<Place> arguments) {
            Set<String> starts = new TreeSet<>(parameter.names());
            arguments.stream()
                    .flatMap(argument -> argument.values().stream())
                    .filter(Objects::nonNull)
                    .map(Object::getClass)
                    .distinct()
                    .forEach(type -> starts.addAll(types.of(type).readableProperties()));
            return starts;
        }

        private boolean anyHas(Place place, String property) {
            for (Object value : place.values()) {
                if (value != null && types.of(value.getClass()).hasGetter(property)) {
                    return true;
                }
            }
            return false;
        }

        private @Nullable Place step(Place from, String name) {
            List<@Nullable Object> values = new ArrayList<>();
            boolean plural = from.plural();
            for (Object owner : from.values()) {
                if (owner == null) {
                    deadEnd = DeadEnd.because("names '" + name + "' of null");
                    return null;
                }
                if (!has(owner, name)) {
                    deadEnd = DeadEnd.misspelt(name, owner, types);
                    return null;
                }
                Place found = placeOf(name, plural, valueOf(owner, name));
                plural = found.plural();
                values.addAll(found.values());
            }
            return new Place(from.keyPropertyFor(name), plural, values);
        }

        private boolean has(Object owner, String name) {
            return owner instanceof Map<?, ?> map
                    ? map.containsKey(name)
                    : types.of(owner.getClass()).hasGetter(name);
        }

        private @Nullable Object valueOf(Object owner, String name) {
            return owner instanceof Map<?, ?> map
                    ? map.get(name)
                    : types.of(owner.getClass()).read(name, owner);
        }

        private Place placeOf(String path, boolean plural, @Nullable Object value) {
            if (value == null) {
                List<@Nullable Object> none = new ArrayList<>();
                none.add(null);
                return new Place(path, plural, none);
            }
            Elements elements = Elements.of(value, types, refusal);
            return new Place(path, plural || elements.plural(), elements.values());
        }
    }
}
