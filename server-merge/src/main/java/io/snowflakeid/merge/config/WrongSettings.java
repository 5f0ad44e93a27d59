package io.snowflakeid.merge.config;

import java.util.List;
import java.util.stream.Collectors;

/** A record of this package was asked to hold what it cannot. */
final class WrongSettings extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * One of them.
     *
     * @param path the keys that lead to the wrong value from the mapping that the record stands for, as in {@code merge.yaml}
     * @param what what is wrong with it, to be read behind its name
     */
    record Fault(List<String> path, String what) {}

    @SuppressWarnings("serial") // an immutable list of texts
    private final List<Fault> faults;

    WrongSettings(List<Fault> faults) {
        super(faults.stream()
                .map(fault -> Shown.path(fault.path()) + " " + fault.what())
                .collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    List<Fault> faults() {
        return faults;
    }
}
