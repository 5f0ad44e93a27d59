package io.snowflakeid.mybatis;

import org.jspecify.annotations.Nullable;

/** What takes the id of a row: a property of its class, or a key of a map. */
sealed interface RowId permits IdProperty, MapKey {

    String name();

    /** True if the row has no id yet. */
    boolean isUnset(Object row);

    /** False if the row can never take an id, and why is plain from its class. */
    boolean isSettable();

    /**
     * Writes an id into a row that has none.
     *
     * @throws org.apache.ibatis.plugin.PluginException if the row does not take it
     * @throws UnsupportedOperationException if the row is a map that cannot be changed
     */
    void set(Object row, long id);

    /** Makes it unset again. */
    void clear(Object row);

    @Nullable
    Object get(Object row);
}
