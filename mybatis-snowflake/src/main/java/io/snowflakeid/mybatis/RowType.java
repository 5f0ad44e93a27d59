package io.snowflakeid.mybatis;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.jspecify.annotations.Nullable;

/**
 * The id property of a class, and the fields that may contain rows. JDK classes, enums, maps, collections and arrays have neither an id property nor
 * fields with rows.
 *
 * <p>The cache with one instance per class does not prevent class unloading. This class is thread-safe.
 *
 * @param reflector the reflector of the class, or null if the class has no properties
 * @param markedId the annotated id property, or null if no property is annotated
 * @param properties a cache of the properties that were used, by name
 */
record RowType(
        @Nullable Reflector reflector,
        @Nullable IdProperty markedId,
        List<Field> fieldsThatMayHoldRows,
        ConcurrentMap<String, IdProperty> properties) {

    private static final RowType WITHOUT_PROPERTIES = new RowType(null, null, List.of(), new ConcurrentHashMap<>());

    private static final ClassValue<RowType> KNOWN = new ClassValue<>() {
        @Override
        protected RowType computeValue(Class<?> type) {
            if (!isBean(type)) {
                return WITHOUT_PROPERTIES;
            }
            Reflector reflector = new Reflector(type);
            IdMark mark = IdMark.of(type);
            IdProperty id = mark == null ? null : IdProperty.marked(reflector, mark);
            List<Field> fields = mark == null ? fieldsThatMayHoldRows(type) : List.of();
            return new RowType(reflector, id, fields, new ConcurrentHashMap<>());
        }
    };

    /** @throws PluginException if the {@link SnowflakeId} annotation of the class is invalid */
    static RowType of(Class<?> type) {
        // a JDK class would keep its entry, and so the class loader of this class, until the JVM ends
        return isOfTheJdk(type) ? WITHOUT_PROPERTIES : KNOWN.get(type);
    }

    /** Returns the annotated id property of the value's class, or null if the value is null or its class has no annotation. */
    static @Nullable IdProperty markedIdOf(@Nullable Object value) {
        return value == null ? null : of(value.getClass()).markedId;
    }

    private static boolean isBean(Class<?> type) {
        return !type.isArray()
                && !type.isEnum()
                && !Map.class.isAssignableFrom(type)
                && !Collection.class.isAssignableFrom(type);
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static List<Field> fieldsThatMayHoldRows(Class<?> type) {
        return fieldsOf(type)
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !holdsValues(field.getType()))
                // Fields that are not accessible by reflection are skipped, because MyBatis cannot bind these fields.
                .filter(Field::trySetAccessible)
                .toList();
    }

    private static boolean holdsValues(Class<?> type) {
        return isOfTheJdk(type) && Modifier.isFinal(type.getModifiers());
    }

    /** Returns the fields of a class and of its superclasses, the class's own fields first. */
    static Stream<Field> fieldsOf(Class<?> type) {
        return Stream.<Class<?>>iterate(type, c -> c != null && c != Object.class, Class::getSuperclass)
                .flatMap(c -> Stream.of(c.getDeclaredFields()));
    }

    boolean holdsNoRow() {
        return reflector != null && markedId == null && fieldsThatMayHoldRows.isEmpty();
    }

    boolean has(String property) {
        return reflector != null && reflector.hasGetter(property);
    }

    /** Returns true if the bean has a property with the name, or if the map has the name as a key. */
    static boolean has(Object owner, String name) {
        return owner instanceof Map<?, ?> map
                ? map.containsKey(name)
                : of(owner.getClass()).has(name);
    }

    /** Returns the value of a bean's property or of a map's key. */
    static @Nullable Object read(Object owner, String name) {
        return owner instanceof Map<?, ?> map
                ? map.get(name)
                : of(owner.getClass()).property(name).get(owner);
    }

    /** Returns the readable properties of a bean or the keys of a map in alphabetical order, for messages. */
    static List<String> namesIn(Object owner) {
        Reflector reflector = of(owner.getClass()).reflector;
        Stream<String> names = owner instanceof Map<?, ?> map
                ? map.keySet().stream().map(String::valueOf)
                : Stream.of(reflector == null ? new String[0] : reflector.getGetablePropertyNames());
        return names.sorted().toList();
    }

    /** Returns the values of a bean's fields that may contain rows, or all values of a map, by field name or map key. */
    static Map<String, @Nullable Object> held(Object owner) {
        Map<String, @Nullable Object> held = new LinkedHashMap<>();
        if (owner instanceof Map<?, ?> map) {
            map.forEach((key, value) -> held.put(String.valueOf(key), value));
            return held;
        }
        for (Field field : of(owner.getClass()).fieldsThatMayHoldRows) {
            try {
                held.putIfAbsent(field.getName(), field.get(owner)); // get calls no method of the bean
            } catch (IllegalAccessException e) {
                throw new PluginException("cannot read " + field, e);
            }
        }
        return held;
    }

    boolean canHoldId(String property) {
        return reflector != null
                && reflector.hasGetter(property)
                && IdProperty.isIdType(reflector.getGetterType(property));
    }

    /** Returns the id property that {@code keyProperty} names in a class without an annotation. */
    IdProperty namedId(String name) {
        return property(name)
                .requireIdType(
                        "keyProperty without @SnowflakeId",
                        "; use one of them, or generate ids for @SnowflakeId only (annotatedOnly)");
    }

    IdProperty property(String name) {
        return properties.computeIfAbsent(name, any -> IdProperty.of(Objects.requireNonNull(reflector), any));
    }
}
