package io.snowflakeid.mybatis;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bean or map to insert as a row, with its id property. */
record Row(Object bean, IdProperty id) {

    boolean isUnset() {
        return id.isUnset(bean);
    }

    void clear() {
        id.clear(bean);
    }

    @Nullable
    Object idValue() {
        return id.get(bean);
    }

    static String typeNameOf(Object bean) {
        return bean instanceof Map ? "Map" : bean.getClass().getSimpleName();
    }
}
