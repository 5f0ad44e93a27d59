package io.snowflakeid.mybatis;

import org.jspecify.annotations.Nullable;

/** What is known about the classes that were seen so far; looked at once each, and forgotten together with the class. */
final class RowTypes {

    private final ClassValue<RowType> types = new ClassValue<>() {
        @Override
        protected RowType computeValue(Class<?> type) {
            return RowType.of(type, RowTypes.this);
        }
    };

    RowType of(Class<?> type) {
        return types.get(type);
    }

    /** The marked id of a value's class, or null if there is no value or no mark. */
    @Nullable
    IdProperty markedIdOf(@Nullable Object value) {
        return value == null ? null : of(value.getClass()).markedId();
    }
}
