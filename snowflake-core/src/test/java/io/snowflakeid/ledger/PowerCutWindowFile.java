package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a power cut would leave of the files of one folder, as POSIX promises it: the content that a file had when it was last forced,
 * under the names that the folder had when that was last forced. A file that never was forced is empty.
 */
final class PowerCutWindowFile extends WindowFile {

    private final Runnable afterEachStep;
    private final Map<Object, byte[]> forcedContents = new HashMap<>(); // by the file's own key, which a move keeps
    private Map<String, Object> forcedNames = Map.of();

    PowerCutWindowFile(Path path, SnowflakeLayout layout, Runnable afterEachStep) {
        super(path, layout);
        this.afterEachStep = afterEachStep;
    }

    /** Makes another folder as it would be after a power cut now. */
    void writeLeft(Path to) throws IOException {
        for (Map.Entry<String, Object> entry : forcedNames.entrySet()) {
            Files.write(to.resolve(entry.getKey()), forcedContents.getOrDefault(entry.getValue(), new byte[0]));
        }
    }

    @Override
    void sync(Path file, OpenOption access) throws IOException {
        super.sync(file, access);
        if (Files.isDirectory(file)) {
            Map<String, Object> names = new HashMap<>();
            try (Stream<Path> files = Files.list(file)) {
                for (Path each : files.toList()) {
                    names.put(each.getFileName().toString(), key(each));
                }
            }
            forcedNames = names;
        } else {
            forcedContents.put(key(file), Files.readAllBytes(file));
        }
        afterEachStep.run();
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
