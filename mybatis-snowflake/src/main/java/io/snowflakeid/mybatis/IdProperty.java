package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.apache.ibatis.reflection.invoker.SetFieldInvoker;
import org.jspecify.annotations.Nullable;

/**
 * What takes the id of a row: a property of its class, read and written as MyBatis does it, by getter and setter or else by field; or
 * a key of a map, which takes a {@code Long}.
 *
 * @param owner the simple name of the class, for messages
 * @param reflector of that class, null for a map
 * @param settable false if no row can ever take an id, as its class shows
 * @param gene null if the generator is to draw the gene
 * @param format how a String holds an id
 */
record IdProperty(
        String owner,
        String name,
        Class<?> type,
        @Nullable Reflector reflector,
        boolean settable,
        @Nullable GeneSource gene,
        IdFormat format) {

    /** The key of a map that is a row, as a statement's keyProperty names it. */
    static IdProperty key(String name) {
        return new IdProperty("Map", name, Long.class, null, true, null, IdFormat.DECIMAL);
    }

    /**
     * The property that carries an annotation.
     *
     * @throws PluginException if it cannot be read, is neither long, Long nor String, or its gene or format cannot be
     */
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
                            + "; make it a String, or leave out the format",
                    null);
        }
        return new IdProperty(decimal.owner, decimal.name, decimal.type, reflector, decimal.settable, gene, format);
    }

    /** The property that a statement's keyProperty names in a class without annotation; a text is decimal. Refuses the same. */
    static IdProperty named(Reflector reflector, String name) {
        return ofIdType(
                reflector,
                name,
                "keyProperty without @SnowflakeId",
                "; use one of them, or let ids be made for @SnowflakeId alone (annotatedOnly)");
    }

    private static IdProperty ofIdType(Reflector reflector, String name, String asker, String waysOut) {
        IdProperty property = ofAnyType(reflector, name);
        if (!isIdType(property.type)) {
            throw property.refused(
                    asker + " needs long, Long or String, found " + property.type.getSimpleName() + waysOut, null);
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
        return new IdProperty(owner, name, type, reflector, settable, null, IdFormat.DECIMAL);
    }

    /** Why no id can be made for it. */
    PluginException refused(String why, @Nullable Throwable cause) {
        return new PluginException("cannot generate " + this + ": " + why, cause);
    }

    static boolean isIdType(Class<?> type) {
        return type == long.class || type == Long.class || type == String.class;
    }

    /** MyBatis would write to final fields as well; those promise not to change. */
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

    /** The gene that a row asks for, or null if the generator is to draw one. */
    @Nullable
    Long geneFor(Object row, SnowflakeLayout layout) {
        return gene == null ? null : (Long) gene.geneFor(row, this, layout);
    }

    /** True if the row has no id yet: null, or 0 in a primitive. */
    boolean isUnset(Object row) {
        Object id = get(row);
        return id == null || (type == long.class && id.equals(0L));
    }

    @Nullable
    Object get(Object row) {
        return reflector == null ? ((Map<?, ?>) row).get(name) : read(reflector, name, row);
    }

    /**
     * Writes an id into a row that has none.
     *
     * @throws PluginException if the row does not take it
     * @throws UnsupportedOperationException if the row is a map that cannot be changed
     */
    void set(Object row, long id) {
        write(row, type == String.class ? format.format(id) : (Object) id);
    }

    /** Makes it unset again. */
    void clear(Object row) {
        write(row, type == long.class ? 0L : null);
    }

    @SuppressWarnings("unchecked") // MyBatis reads maps by names as well
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

    /** For messages: {@code Hero.id}, {@code Map.id}. */
    @Override
    public String toString() {
        return owner + "." + name;
    }
}
