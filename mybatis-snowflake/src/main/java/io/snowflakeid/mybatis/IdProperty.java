package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.apache.ibatis.reflection.invoker.SetFieldInvoker;
import org.jspecify.annotations.Nullable;

/** The property of a class that takes the id: read and written as MyBatis does it, by getter and setter or else by field. */
final class IdProperty implements RowId {

    private final Class<?> owner;
    private final String name;
    private final Class<?> type;
    private final Reflector reflector;
    private final boolean settable;
    private final GeneSource gene;
    private final IdFormat format;

    private IdProperty(Reflector reflector, String name, GeneSource gene, IdFormat format) {
        this.owner = reflector.getType();
        this.name = name;
        this.reflector = reflector;
        this.gene = gene;
        this.format = format;
        if (!reflector.hasGetter(name)) {
            throw new PluginException(
                    "cannot generate " + this + ": MyBatis finds no field and no getter of that name");
        }
        this.type = reflector.getGetterType(name);
        this.settable = reflector.hasSetter(name) && !isFinalField();
    }

    /**
     * The property that carries an annotation.
     *
     * @throws PluginException if it cannot be read, is neither long, Long nor String, or its format is unknown or of no use
     */
    static IdProperty marked(Reflector reflector, IdMark mark, GeneSource gene) {
        IdProperty property = new IdProperty(reflector, mark.property(), gene, formatOf(reflector, mark));
        property.requireIdType("@SnowflakeId", "");
        if (property.type != String.class && !property.format.equals(IdFormat.DECIMAL)) {
            throw new PluginException("cannot generate " + property + ": format = \"" + mark.format()
                    + "\" is for a String, found " + property.type.getSimpleName()
                    + "; make it a String, or leave out the format");
        }
        return property;
    }

    private static IdFormat formatOf(Reflector reflector, IdMark mark) {
        try {
            return IdFormat.of(mark.format());
        } catch (IllegalArgumentException e) {
            throw new PluginException(
                    "cannot generate " + reflector.getType().getSimpleName() + "." + mark.property() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** The property that a statement's keyProperty names in a class without annotation; a text is decimal. Refuses the same. */
    static IdProperty named(Reflector reflector, String name) {
        IdProperty property = ofAnyType(reflector, name);
        property.requireIdType(
                "keyProperty without @SnowflakeId",
                "; use one of them, or let ids be made for @SnowflakeId alone (annotatedOnly)");
        return property;
    }

    static IdProperty ofAnyType(Reflector reflector, String name) {
        return new IdProperty(reflector, name, GeneSource.NONE, IdFormat.DECIMAL);
    }

    private void requireIdType(String asker, String waysOut) {
        if (!isIdType(type)) {
            throw new PluginException("cannot generate " + this + ": " + asker + " needs long, Long or String, found "
                    + type.getSimpleName() + waysOut);
        }
    }

    static boolean isIdType(Class<?> type) {
        return type == long.class || type == Long.class || type == String.class;
    }

    /** MyBatis would write to final fields as well; those promise not to change. */
    private boolean isFinalField() {
        if (!(reflector.getSetInvoker(name) instanceof SetFieldInvoker)) {
            return false;
        }
        Field field = RowType.fieldOf(owner, name);
        return field != null && Modifier.isFinal(field.getModifiers());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isSettable() {
        return settable;
    }

    GeneSource gene() {
        return gene;
    }

    /** How a String holds an id. */
    IdFormat format() {
        return format;
    }

    /** True if the row has no id yet: null, or 0 in a primitive. */
    @Override
    public boolean isUnset(Object row) {
        Object id = get(row);
        return id == null || (type == long.class && id.equals(0L));
    }

    @Override
    public @Nullable Object get(Object row) {
        return read(reflector, name, row);
    }

    @Override
    public void set(Object row, long id) {
        write(row, type == String.class ? format.format(id) : (Object) id);
    }

    @Override
    public void clear(Object row) {
        write(row, type == long.class ? 0L : null);
    }

    private void write(Object row, @Nullable Object value) {
        try {
            reflector.getSetInvoker(name).invoke(row, new @Nullable Object[] {value});
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new PluginException("cannot generate " + this + ": its setter failed", causeOf(e));
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

    /** For messages: {@code Hero.id}. */
    @Override
    public String toString() {
        return owner.getSimpleName() + "." + name;
    }
}
