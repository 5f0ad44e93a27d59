package io.snowflakeid.mybatis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement's keyProperty, resolved for a parameter. The keyProperty {@code order.items.id} is the property {@code id} of the items of the argument
 * {@code order}. The keyProperty {@code id} is a property of any argument.
 *
 * @param places the place at the end of the path, or all arguments if keyProperty is not a valid path
 * @param properties the names of the key properties in the places
 * @param deadEnd the reason why the path is invalid, as continuation of "keyProperty 'a.b.c' ", or null
 */
record KeyPath(
        List<Place> places,
        List<String> properties,
        @Nullable String deadEnd) {

    /** Resolves the path of the first key property. The method resolves all key properties with the path together. */
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
                    "names '" + names[0] + "', which is neither a parameter nor a property of one: there are "
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

    /**
     * Returns the single property that keyProperty names. The result is null if keyProperty names no property or several, because the id is then
     * unknown.
     */
    @Nullable
    String named() {
        return deadEnd == null && properties.size() == 1 ? properties.get(0) : null;
    }

    /** Returns true if a key generator could write the property. A key generator without property names may write any property. */
    boolean mayName(String property) {
        return properties.isEmpty() || properties.contains(property);
    }

    /** Describes an unknown property and lists the known properties, as continuation of "keyProperty 'a.b.c' ". */
    static String unknownProperty(String name, @Nullable Object owner) {
        return owner == null
                ? "names '" + name + "' of null"
                : "names '" + name + "', which is not a property of " + Row.typeNameOf(owner) + ": it has "
                        + RowType.namesIn(owner);
    }
}
