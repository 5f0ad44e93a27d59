package io.snowflakeid.merge.config;

import io.snowflakeid.merge.sql.SqlCondition;
import java.util.ArrayList;
import java.util.List;
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
    record Fault(List<String> path, String what) {}

    Checks fault(List<String> path, String what) {
        faults.add(new Fault(path, what));
        return this;
    }

    Checks unless(boolean right, String key, String what) {
        return right ? this : fault(List.of(key), what);
    }

    /** A condition may be absent, but not wrong. */
    Checks condition(String key, @Nullable String sql) {
        if (sql != null) {
            SqlCondition.faultOf(sql).ifPresent(fault -> fault(List.of(key), fault));
        }
        return this;
    }

    void refuseIfAny() {
        if (!faults.isEmpty()) {
            throw new WrongSettings(List.copyOf(faults));
        }
    }

    /** A record was asked to hold what it cannot. */
    static final class WrongSettings extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // an immutable list of texts
        private final List<Fault> faults;

        private WrongSettings(List<Fault> faults) {
            super(faults.stream().map(WrongSettings::text).collect(Collectors.joining("; ")));
            this.faults = faults;
        }

        static String text(Fault fault) {
            return YamlNode.join("", fault.path()) + " " + fault.what();
        }

        List<Fault> faults() {
            return faults;
        }
    }
}
