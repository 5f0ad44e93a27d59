package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.WrongSettings.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a record demands of its components; all that is wrong is told at once. */
final class Checks {

    private final List<Fault> faults = new ArrayList<>();

    Checks fault(String key, String what) {
        return fault(List.of(key), what);
    }

    Checks fault(List<String> path, String what) {
        faults.add(new Fault(path, what));
        return this;
    }

    Checks unless(boolean right, String key, String what) {
        return right ? this : fault(key, what);
    }

    Checks between(String key, long value, long least, long greatest) {
        return unless(
                value >= least && value <= greatest,
                key,
                String.format(Locale.ROOT, "is %d, but must be from %d to %d", value, least, greatest));
    }

    Checks notBlank(String key, String value) {
        return unless(!value.isBlank(), key, "is empty: fill it in, or leave the key out");
    }

    /** A condition may be absent, but not wrong. */
    Checks condition(String key, @Nullable String sql) {
        Optional<String> fault = sql == null ? Optional.empty() : SqlCondition.faultOf(sql);
        return fault.isPresent() ? fault(key, fault.get()) : this;
    }

    void refuseIfAny() {
        if (!faults.isEmpty()) {
            throw new WrongSettings(faults);
        }
    }
}
