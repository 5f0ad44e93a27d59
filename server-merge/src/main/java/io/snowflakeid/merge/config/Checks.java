package io.snowflakeid.merge.config;

import io.snowflakeid.merge.sql.SqlCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a record demands of its components; all that is wrong is told at once. */
final class Checks {

    private final List<Fault> faults = new ArrayList<>();

    /**
     * Something wrong.
     *
     * @param path the keys that lead to it from the mapping that the record stands for
     * @param what what is wrong, to be read behind its name
     */
    record Fault(List<String> path, String what) {
        @Override
        public String toString() {
            return YamlNode.join("", path) + " " + what;
        }
    }

    Checks unless(boolean right, List<String> path, String what) {
        if (!right) {
            faults.add(new Fault(path, what));
        }
        return this;
    }

    Checks unless(boolean right, String key, String what) {
        return unless(right, List.of(key), what);
    }

    Checks fault(String key, Optional<String> what) {
        return unless(what.isEmpty(), key, what.orElse(""));
    }

    /** A condition may be absent, but not wrong. */
    Checks condition(String key, @Nullable String sql) {
        return fault(key, sql == null ? Optional.empty() : SqlCondition.faultOf(sql));
    }

    void refuseIfAny() {
        if (!faults.isEmpty()) {
            throw new WrongSettings(faults);
        }
    }

    /** A record was asked to hold what it cannot. */
    static final class WrongSettings extends IllegalArgumentException {

        final List<Fault> faults;

        private WrongSettings(List<Fault> faults) {
            super(faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
            this.faults = faults;
        }
    }
}
