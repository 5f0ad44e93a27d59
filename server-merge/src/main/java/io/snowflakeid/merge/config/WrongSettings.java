package io.snowflakeid.merge.config;

import io.snowflakeid.merge.sql.SqlCondition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a record demands of its components: all faults at once, the first of each component. */
final class WrongSettings extends IllegalArgumentException {

    /** By the path from the mapping that the record stands for; to be read behind it. */
    final transient Map<String, String> faults = new LinkedHashMap<>();

    WrongSettings unless(boolean right, String path, String what) {
        if (!right) {
            faults.putIfAbsent(path, what);
        }
        return this;
    }

    /** A condition may be absent, but not wrong. */
    WrongSettings unlessCondition(@Nullable String sql, String path) {
        Optional<String> fault = sql == null ? Optional.empty() : SqlCondition.faultOf(sql);
        return unless(fault.isEmpty(), path, fault.orElse(""));
    }

    void throwIfAny() {
        if (!faults.isEmpty()) {
            throw this;
        }
    }

    @Override
    public String getMessage() {
        return faults.entrySet().stream()
                .map(fault -> fault.getKey() + " " + fault.getValue())
                .collect(Collectors.joining("; ", "is wrong: ", ""));
    }
}
