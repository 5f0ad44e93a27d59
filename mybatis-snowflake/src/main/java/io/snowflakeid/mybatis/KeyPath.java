package io.snowflakeid.mybatis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code keyProperty} of a statement, resolved for one call. For example, {@code order.items.id} selects the property {@code id} of all
 * {@code items} of the argument {@code order}. A {@code keyProperty} without a dot may be a property of any argument.
 *
 * @param places the values at the end of the path, or all arguments if {@code keyProperty} has no valid path
 * @param properties the names of the key properties, without the path
 * @param deadEnd the end of an error message about an invalid path, or null if the path is valid
 */
record KeyPath(
        List<Place> places,
        List<String> properties,
        @Nullable String deadEnd) {

    /** Resolves the path of the first key property, and removes the path from the names of all key properties. */
    static KeyPath of(Call call) {
        List<String> keyProperties = call.insert().keyProperties();
        int dot = keyProperties.isEmpty() ? -1 : keyProperties.get(0).lastIndexOf('.');
        if (dot <= 0) {
            return new KeyPath(call.arguments(), keyProperties, null);
        }
        String path = keyProperties.get(0).substring(0, dot);
        String[] names = path.split("\\.", -1);
        Place place = call.placeWith(names[0]);
        if (place == null) {
            return new KeyPath(
                    call.arguments(),
                    keyProperties,
                    "names '" + names[0] + "', which is neither a parameter nor a property of one: there are "
                            + call.starts());
        }
        for (String name : names) {
            for (Object owner : place.values()) {
                if (owner == null || !RowType.has(owner, name)) {
                    return new KeyPath(call.arguments(), keyProperties, unknownProperty(name, owner));
                }
            }
            place = place.behindAll(name);
        }
        List<String> properties = keyProperties.stream()
                .map(key -> key.startsWith(path + ".") ? key.substring(dot + 1) : key)
                .toList();
        return new KeyPath(List.of(place), properties, null);
    }

    /** Returns the property that {@code keyProperty} names, or null if {@code keyProperty} names no property or several properties. */
    @Nullable
    String named() {
        return deadEnd == null && properties.size() == 1 ? properties.get(0) : null;
    }

    /** Returns true if a key generator can write the property. A key generator without {@code keyProperty} can write any property. */
    boolean mayName(String property) {
        return properties.isEmpty() || properties.contains(property);
    }

    /** Returns the end of an error message about an unknown property, including the known properties. */
    static String unknownProperty(String name, @Nullable Object owner) {
        return owner == null
                ? "names '" + name + "' of null"
                : "names '" + name + "', which is not a property of " + Row.typeNameOf(owner) + ": it has "
                        + RowType.namesIn(owner);
    }
}
