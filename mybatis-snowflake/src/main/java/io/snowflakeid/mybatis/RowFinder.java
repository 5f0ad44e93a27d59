package io.snowflakeid.mybatis;

/** Finds the rows of inserts that want ids. Thread-safe. */
final class RowFinder {

    private final RowTypes types;
    private final boolean annotatedOnly;

    RowFinder(RowTypes types, boolean annotatedOnly) {
        this.types = types;
        this.annotatedOnly = annotatedOnly;
    }

    RowTypes types() {
        return types;
    }

    /** True if a keyProperty without an annotation asks for an id of ours. */
    boolean keyPropertyIsOurs(InsertStatement insert) {
        return !annotatedOnly
                && !insert.hasSelectKey()
                && !insert.keyProperties().isEmpty();
    }

    /**
     * The rows, in the order of the collection; those whose id is set already included.
     *
     * @throws org.apache.ibatis.plugin.PluginException if an id is wanted, but the parameter's shape or the statement's key
     *     generator forbids it
     */
    FoundRows find(InsertStatement insert, Parameter parameter) {
        return new RowSearch(insert, parameter, types, annotatedOnly, keyPropertyIsOurs(insert)).find();
    }
}
