package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdSource;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.apache.ibatis.reflection.invoker.SetFieldInvoker;
import org.jspecify.annotations.Nullable;

/**
 * The property that contains the id of a row. MyBatis's {@link Reflector} reads and writes the property. If the row is a map, the property is a map
 * key.
 *
 * @param owner the simple name of the row's class, for messages
 * @param reflector the reflector of the row's class, or null for a map
 * @param settable false if the property is read-only
 * @param generator the name of the source of ids, or an empty string for the interceptor's own generator
 * @param gene the path to the value for the gene bits, or null if the generator chooses the gene bits
 * @param format the text form of the id if the property is a {@code String}
 */
record IdProperty(
        String owner,
        String name,
        Class<?> type,
        @Nullable Reflector reflector,
        boolean settable,
        String generator,
        @Nullable GeneSource gene,
        IdFormat format) {

    /** Returns the id property of a row that is a map. */
    static IdProperty key(String name) {
        return new IdProperty("Map", name, Long.class, null, true, "", null, IdFormat.DECIMAL);
    }

    /** Returns the id property that is annotated with {@link SnowflakeId}. */
    static IdProperty marked(Reflector reflector, IdMark mark) {
        GeneSource gene = GeneSource.of(mark, reflector);
        IdProperty decimal = ofIdType(reflector, mark.property(), "@SnowflakeId", "");
        IdFormat format;
        try {
            format = IdFormat.of(mark.format());
        } catch (IllegalArgumentException e) {
            throw decimal.refused(String.valueOf(e.getMessage()), e);
        }
        if (decimal.type != String.class && !format.equals(IdFormat.DECIMAL)) {
            throw decimal.refused(
                    "format = \"" + mark.format() + "\" is for a String, found " + decimal.type.getSimpleName()
                            + "; make it a String, or remove the format",
                    null);
        }
        return new IdProperty(
                decimal.owner, decimal.name, decimal.type, reflector, decimal.settable, mark.generator(), gene, format);
    }

    /** Returns the id property that {@code keyProperty} names in a class without an annotation. Ids in a {@code String} have the decimal format. */
    static IdProperty named(Reflector reflector, String name) {
        return ofIdType(
                reflector,
                name,
                "keyProperty without @SnowflakeId",
                "; use one of them, or generate ids for @SnowflakeId only (annotatedOnly)");
    }

    private static IdProperty ofIdType(Reflector reflector, String name, String source, String fixes) {
        IdProperty property = ofAnyType(reflector, name);
        if (!isIdType(property.type)) {
            throw property.refused(
                    source + " needs long, Long or String, found " + property.type.getSimpleName() + fixes, null);
        }
        return property;
    }

    static IdProperty ofAnyType(Reflector reflector, String name) {
        String owner = reflector.getType().getSimpleName();
        if (!reflector.hasGetter(name)) {
            throw new PluginException(
                    "cannot generate " + owner + "." + name + ": MyBatis finds no field and no getter of that name");
        }
        boolean settable = reflector.hasSetter(name) && !isFinalField(reflector, name);
        Class<?> type = reflector.getGetterType(name);
        return new IdProperty(owner, name, type, reflector, settable, "", null, IdFormat.DECIMAL);
    }

    PluginException refused(String why, @Nullable Throwable cause) {
        return new PluginException("cannot generate " + this + ": " + why, cause);
    }

    static boolean isIdType(Class<?> type) {
        return type == long.class || type == Long.class || type == String.class;
    }

    /** Returns true if the property has no setter and its field is final. */
    private static boolean isFinalField(Reflector reflector, String name) {
        if (!(reflector.getSetInvoker(name) instanceof SetFieldInvoker)) {
            return false;
        }
        for (Class<?> c = reflector.getType(); c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return Modifier.isFinal(field.getModifiers());
                }
            }
        }
        return false;
    }

    /** Returns the gene bits for the id of a row, or null if the generator chooses the gene bits. */
    @Nullable
    Long geneFor(Object row, IdSource source) {
        return gene == null ? null : (Long) gene.geneFor(row, this, source);
    }

    /** Returns true if the id is null, or if a primitive id is 0. */
    boolean isUnset(Object row) {
        Object id = get(row);
        return id == null || (type == long.class && id.equals(0L));
    }

    @Nullable
    Object get(Object row) {
        return reflector == null ? ((Map<?, ?>) row).get(name) : read(reflector, name, row);
    }

    void set(Object row, long id) {
        write(row, type == String.class ? format.format(id) : (Object) id);
    }

    void clear(Object row) {
        write(row, type == long.class ? 0L : null);
    }

    @SuppressWarnings("unchecked") // MyBatis also reads the keys of a map by name
    private void write(Object row, @Nullable Object value) {
        if (reflector == null) {
            Map<String, @Nullable Object> map = (Map<String, @Nullable Object>) row;
            if (value == null) {
                map.remove(name);
            } else {
                map.put(name, value);
            }
            return;
        }
        try {
            reflector.getSetInvoker(name).invoke(row, new @Nullable Object[] {value});
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw refused("its setter failed", causeOf(e));
        }
    }

    static @Nullable Object read(Reflector reflector, String property, Object row) {
        try {
            return reflector.getGetInvoker(property).invoke(row, new Object[0]);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new PluginException(
                    "cannot read " + reflector.getType().getSimpleName() + "." + property + ": its getter failed",
                    causeOf(e));
        }
    }

    private static Throwable causeOf(ReflectiveOperationException e) {
        Throwable cause = e.getCause();
        return cause == null ? e : cause;
    }

    /** Returns the name that error messages print, such as {@code Hero.id} or {@code Map.id}. */
    @Override
    public String toString() {
        return owner + "." + name;
    }
}
