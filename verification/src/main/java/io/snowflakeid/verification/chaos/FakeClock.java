package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The wall clock of one writer and its successors, which can be set while they run. Their monotonic clock stays true. */
public final class FakeClock {

    private static final String LIBRARY = "libfaketimeMT.so.1";
    private static final List<String> PLACES = List.of(
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/lib64", "/usr/local/lib");

    private final Path library;
    private final Path file;

    /** @param file holds the offset, for libfaketime to read at every look at the clock */
    FakeClock(Path library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        set(0);
    }

    /**
     * The libfaketime that was named, else one in the usual places; null if there is none. On systems other than Linux there is none.
     *
     * @throws CommandFailure if the named one does not exist
     */
    public static @Nullable Path library(@Nullable Path named) {
        if (named != null) {
            if (!Files.isRegularFile(named)) {
                throw CommandFailure.ofUsage("there is no libfaketime at " + named + ": name its file " + LIBRARY
                        + ", or leave --faketime out to run without clock steps");
            }
            return named.toAbsolutePath();
        }
        return PLACES.stream()
                .map(place -> Path.of(place, "faketime", LIBRARY))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
    }

    /** From now on the clock shows the true time and that many milliseconds. */
    void set(long offsetMillis) throws IOException {
        Path next = Path.of(file + ".next");
        Files.writeString(next, String.format(Locale.ROOT, "%+.3f", offsetMillis / 1000.0) + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * What a process needs in its environment to live by this clock. Left to itself, libfaketime 0.9.10 also corrects timed waits, which need
     * no correction where the monotonic clock is true: they would all end at once, and a JVM would do nothing but wake up.
     */
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_NO_CACHE", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "FAKETIME_FORCE_MONOTONIC_FIX", "0",
                "NO_FAKE_STAT", "1");
    }
}
