package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.apache.ibatis.reflection.invoker.GetFieldInvoker;
import org.apache.ibatis.reflection.invoker.Invoker;
import org.apache.ibatis.reflection.invoker.SetFieldInvoker;
import org.jspecify.annotations.Nullable;

/**
 * The property that contains the id of a row. If the row is a map, the property is a map key.
 *
 * @param owner the simple name of the row's class, for messages
 * @param getter reads the property, or null for a map
 * @param setter writes the property, or null for a map and if the property is read-only
 * @param generator the name of the source of ids, or an empty string for the interceptor's own generator
 * @param gene the path to the value for the gene bits, or null if the generator chooses the gene bits
 * @param format the text form of the id if the property is a {@code String}
 */
record IdProperty(
        String owner,
        String name,
        Class<?> type,
        @Nullable Invoker getter,
        @Nullable Invoker setter,
        String generator,
        @Nullable GeneSource gene,
        IdFormat format) {

    private static final Object[] NO_ARGUMENTS = {};

    /** Returns the id property of a row that is a map. */
    static IdProperty key(String name) {
        return new IdProperty("Map", name, Long.class, null, null, "", null, IdFormat.DECIMAL);
    }

    /** Returns the id property that is annotated with {@link SnowflakeId}. */
    static IdProperty marked(Reflector reflector, IdMark mark) {
        GeneSource gene = GeneSource.of(mark, reflector.getType().getSimpleName());
        IdProperty decimal = of(reflector, mark.property()).requireIdType("@SnowflakeId", "");
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
                decimal.owner,
                decimal.name,
                decimal.type,
                decimal.getter,
                decimal.setter,
                mark.generator(),
                gene,
                format);
    }

    IdProperty requireIdType(String source, String fixes) {
        if (!isIdType(type)) {
            throw refused(source + " needs long, Long or String, found " + type.getSimpleName() + fixes, null);
        }
        return this;
    }

    /** Returns a property of any type. Ids in a {@code String} have the decimal format. */
    static IdProperty of(Reflector reflector, String name) {
        String owner = reflector.getType().getSimpleName();
        if (!reflector.hasGetter(name)) {
            throw new PluginException(
                    "cannot generate " + owner + "." + name + ": MyBatis finds no field and no getter of that name");
        }
        Class<?> type = reflector.getGetterType(name);
        Invoker setter =
                reflector.hasSetter(name) && !isFinalField(reflector, name) ? reflector.getSetInvoker(name) : null;
        return new IdProperty(owner, name, type, reflector.getGetInvoker(name), setter, "", null, IdFormat.DECIMAL);
    }

    PluginException refused(String why, @Nullable Throwable cause) {
        return new PluginException("cannot generate " + this + ": " + why, cause);
    }

    static boolean isIdType(Class<?> type) {
        return type == long.class || type == Long.class || type == String.class;
    }

    /** Returns true if the property has no setter and its field is final. */
    private static boolean isFinalField(Reflector reflector, String name) {
        return reflector.getSetInvoker(name) instanceof SetFieldInvoker
                && RowType.fieldsOf(reflector.getType())
                        .filter(field -> field.getName().equals(name))
                        .limit(1)
                        .anyMatch(field -> Modifier.isFinal(field.getModifiers()));
    }

    boolean settable() {
        return setter != null || getter == null;
    }

    /** Returns true if the property is a field without a getter and a setter, and so keeps each value. */
    boolean isField() {
        return getter instanceof GetFieldInvoker && setter instanceof SetFieldInvoker;
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
        if (getter == null) {
            return ((Map<?, ?>) row).get(name);
        }
        try {
            return getter.invoke(row, NO_ARGUMENTS);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new PluginException("cannot read " + this + ": its getter failed", causeOf(e));
        }
    }

    void set(Object row, long id) {
        write(row, type == String.class ? format.format(id) : (Object) id);
    }

    void clear(Object row) {
        write(row, type == long.class ? 0L : null);
    }

    @SuppressWarnings("unchecked") // MyBatis also reads the keys of a map by name
    private void write(Object row, @Nullable Object value) {
        if (setter == null) {
            Map<String, @Nullable Object> map = (Map<String, @Nullable Object>) row;
            if (value == null) {
                map.remove(name);
            } else {
                map.put(name, value);
            }
            return;
        }
        try {
            setter.invoke(row, new @Nullable Object[] {value});
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw refused("its setter failed", causeOf(e));
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
