package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a statement's keyProperty means for the parameter at hand: {@code order.items.id} points at the items of the argument
 * {@code order} and names their property {@code id}; {@code id} names a property and leaves open whose.
 *
 * @param pointsAt true if a path was followed
 * @param places the one that is pointed at, else all arguments
 * @param properties what is named of them
 * @param deadEnd why a path could not be followed, or null
 */
record KeyTarget(
        boolean pointsAt,
        List<Place> places,
        List<String> properties,
        @Nullable String deadEnd) {

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
        private @Nullable String deadEnd;

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
                for (Place argument : arguments()) {
                    if (anyHas(argument, names.get(0))) {
                        place = new Place("", argument.plural(), argument.values());
                    }
                }
            }
            if (place == null) {
                deadEnd = "names '" + names.get(0) + "', which is no parameter and no property of one";
            }
            for (String name : names) {
                place = place == null ? null : step(place, name);
            }
            return place;
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
                if (owner == null || !has(owner, name)) {
                    deadEnd = "names '" + name + "' of " + (owner == null ? "null" : nameOf(owner))
                            + (owner == null ? "" : ", which has none");
                    return null;
                }
                Place found = placeOf(name, plural, valueOf(owner, name));
                plural = found.plural();
                values.addAll(found.values());
            }
            return new Place(from.keyPropertyFor(name), plural, values);
        }

        private static String nameOf(Object value) {
            return value instanceof Map ? "a Map" : value.getClass().getSimpleName();
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
