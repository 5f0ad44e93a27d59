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

/** A wall clock of the processes of one writer. The clock can be set while the processes run. */
public final class FakeClock {

    private static final String LIBRARY = "libfaketimeMT.so.1";
    private static final List<String> PLACES = List.of(
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/lib64", "/usr/local/lib");

    private final Path library;
    private final Path file;

    FakeClock(Path library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        set(0);
    }

    /** Returns the given libfaketime file, else the installed file, else null. Throws {@link CommandFailure} if the given file is missing. */
    public static @Nullable Path library(@Nullable Path named) {
        if (named != null) {
            if (!Files.isRegularFile(named)) {
                throw CommandFailure.ofUsage("there is no libfaketime at " + named + ": set its file " + LIBRARY
                        + ", or remove --faketime to run without clock steps");
            }
            return named.toAbsolutePath();
        }
        return PLACES.stream()
                .map(place -> Path.of(place, "faketime", LIBRARY))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
    }

    void set(long offsetMillis) throws IOException {
        Path next = Path.of(file + ".next");
        Files.writeString(next, String.format(Locale.ROOT, "%+.3f", offsetMillis / 1000.0) + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** If FAKETIME_FORCE_MONOTONIC_FIX is 1, libfaketime 0.9.10 ends each timed wait of a JVM at once. */
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
