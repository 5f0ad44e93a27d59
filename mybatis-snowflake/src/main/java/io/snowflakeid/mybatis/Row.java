package io.snowflakeid.mybatis;

/** A row about to be inserted, and the property that takes its id. */
record Row(Object bean, IdProperty id) {}
