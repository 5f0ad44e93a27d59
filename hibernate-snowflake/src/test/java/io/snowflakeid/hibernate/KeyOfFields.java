package io.snowflakeid.hibernate;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** A key of several parts: equal if all fields are. */
abstract class KeyOfFields implements Serializable {

    @Override
    public final boolean equals(Object other) {
        return other instanceof KeyOfFields key && key.values().equals(values());
    }

    @Override
    public final int hashCode() {
        return values().hashCode();
    }

    private List<Object> values() {
        Class<?> type = getClass();
        List<Object> values = new ArrayList<>();
        values.add(type);
        try {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                values.add(field.get(this));
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return values;
    }
}
