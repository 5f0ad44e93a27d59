package io.snowflakeid.mybatis;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The key of a map that is a row, as a statement's keyProperty names it. It takes a {@code Long}. */
record MapKey(String name) implements RowId {

    @SuppressWarnings("unchecked") // MyBatis reads maps by names as well
    private static Map<String, @Nullable Object> map(Object row) {
        return (Map<String, @Nullable Object>) row;
    }

    /** Asks before it reads, as the maps that MyBatis makes of several parameters refuse unknown keys. */
    @Override
    public @Nullable Object get(Object row) {
        return map(row).containsKey(name) ? map(row).get(name) : null;
    }

    @Override
    public boolean isUnset(Object row) {
        return get(row) == null;
    }

    @Override
    public boolean isSettable() {
        return true;
    }

    @Override
    public void set(Object row, long id) {
        map(row).put(name, id);
    }

    @Override
    public void clear(Object row) {
        map(row).remove(name);
    }

    /** For messages: {@code Map.id}. */
    @Override
    public String toString() {
        return "Map." + name;
    }
}
