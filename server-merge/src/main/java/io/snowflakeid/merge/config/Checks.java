package io.snowflakeid.merge.config;

import io.snowflakeid.merge.sql.SqlCondition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a record demands of its components. It reports all that are wrong at once, and the first fault of each. */
final class Checks {

    /** By the path from the mapping that the record stands for; to be read behind it. */
    private final Map<String, String> faults = new LinkedHashMap<>();

    Checks unless(boolean right, String path, String what) {
        return fault(path, right ? Optional.empty() : Optional.of(what));
    }

    Checks fault(String path, Optional<String> what) {
        what.ifPresent(fault -> faults.putIfAbsent(path, fault));
        return this;
    }

    /** A condition may be absent, but not wrong. */
    Checks condition(String path, @Nullable String sql) {
        return fault(path, sql == null ? Optional.empty() : SqlCondition.faultOf(sql));
    }

    void refuseIfAny() {
        if (!faults.isEmpty()) {
            throw new WrongSettings(faults);
        }
    }

    /** A record was asked to hold what it cannot. */
    static final class WrongSettings extends IllegalArgumentException {

        final Map<String, String> faults;

        private WrongSettings(Map<String, String> faults) {
            super(faults.entrySet().stream()
                    .map(fault -> fault.getKey() + " " + fault.getValue())
                    .collect(Collectors.joining("; ", "is wrong: ", "")));
            this.faults = faults;
        }
    }
}
