package io.snowflakeid.mybatis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement's keyProperty means for the parameter at hand: {@code order.items.id} points at the items of the argument
 * {@code order} and names their property {@code id}; {@code id} names a property and leaves open whose.
 *
 * @param places the one that is pointed at, else all arguments
 * @param properties what is named of them
 * @param deadEnd why a path could not be followed, to go on after "keyProperty 'a.b.c' ", or null
 */
record KeyPath(
        List<Place> places,
        List<String> properties,
        @Nullable String deadEnd) {

    /** Follows the first of the properties; what others have of that path counts for them, too. */
    static KeyPath of(List<String> keyProperties, Parameter parameter) {
        int dot = keyProperties.isEmpty() ? -1 : keyProperties.get(0).lastIndexOf('.');
        if (dot <= 0) {
            return new KeyPath(parameter.arguments(), keyProperties, null);
        }
        String path = keyProperties.get(0).substring(0, dot);
        String[] names = path.split("\\.", -1);
        Place place = parameter.placeWith(names[0]);
        if (place == null) {
            return new KeyPath(
                    parameter.arguments(),
                    keyProperties,
                    "names '" + names[0] + "', which is no parameter and no property of one: there are "
                            + parameter.starts());
        }
        for (String name : names) {
            for (Object owner : place.values()) {
                if (owner == null || !RowType.has(owner, name)) {
                    return new KeyPath(parameter.arguments(), keyProperties, unknownProperty(name, owner));
                }
            }
            place = place.behindAll(name);
        }
        List<String> properties = keyProperties.stream()
                .map(key -> key.startsWith(path + ".") ? key.substring(dot + 1) : key)
                .toList();
        return new KeyPath(List.of(place), properties, null);
    }

    /** The property that is named, or null if none is, or several are, so that none can be the id. */
    @Nullable
    String named() {
        return deadEnd == null && properties.size() == 1 ? properties.get(0) : null;
    }

    /** True if a key generator would write the property; without names it may write any. */
    boolean mayName(String property) {
        return properties.isEmpty() || properties.contains(property);
    }

    /** A name that the value has not, with those that it has; goes on after "keyProperty 'a.b.c' ". */
    static String unknownProperty(String name, @Nullable Object owner) {
        return owner == null
                ? "names '" + name + "' of null"
                : "names '" + name + "', which is no property of " + Row.typeNameOf(owner) + ": it has "
                        + RowType.namesIn(owner);
    }
}
