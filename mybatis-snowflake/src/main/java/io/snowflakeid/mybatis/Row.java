package io.snowflakeid.mybatis;

/** A row about to be inserted, a bean or a map, and what of it takes its id. */
record Row(Object bean, RowId id) {

    boolean isUnset() {
        return id.isUnset(bean);
    }
}
