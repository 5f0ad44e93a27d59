package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where libfaketime is, which gives a process a wall clock of its own. */
final class Faketime {

    private static final String LIBRARY = "libfaketimeMT.so.1";
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/usr/local/lib"), Path.of("/lib"));

    private Faketime() {}

    /**
     * The library that was named, else one in the usual places; null if there is none. On systems other than Linux there is none.
     *
     * @throws ChaosFailedException if the named one does not exist
     */
    static @Nullable Path find(@Nullable Path named) {
        if (named != null) {
            if (!Files.isRegularFile(named)) {
                throw ChaosFailedException.ofUsage("there is no libfaketime at " + named + ": name its file " + LIBRARY
                        + ", or leave --faketime out to run without clock steps");
            }
            return named.toAbsolutePath();
        }
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        return linux ? inUsualPlaces() : null;
    }

    private static @Nullable Path inUsualPlaces() {
        for (Path place : PLACES) {
            for (Path folder : withSubfolders(place)) {
                Path library = folder.resolve("faketime").resolve(LIBRARY);
                if (Files.isRegularFile(library)) {
                    return library;
                }
            }
        }
        return null;
    }

    /** Debian has a folder for each architecture. */
    private static List<Path> withSubfolders(Path place) {
        List<Path> folders = new ArrayList<>(List.of(place));
        try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*-linux-gnu*")) {
            found.forEach(folders::add);
        } catch (IOException e) {
            return List.of(); // no such place
        }
        return folders;
    }
}
