package io.snowflakeid.mybatis;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row about to be inserted, a bean or a map, and what of it takes its id. */
record Row(Object bean, IdProperty id) {

    boolean isUnset() {
        return id.isUnset(bean);
    }

    /** Makes it unset again. */
    void clear() {
        id.clear(bean);
    }

    @Nullable
    Object idValue() {
        return id.get(bean);
    }

    /** For messages. */
    static String typeNameOf(Object bean) {
        return bean instanceof Map ? "Map" : bean.getClass().getSimpleName();
    }
}
