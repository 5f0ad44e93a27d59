package io.snowflakeid.merge.config;

import io.snowflakeid.merge.ConfigException;
import io.snowflakeid.merge.config.ConfigLines.Place;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Reads {@code merge.yaml}. What it may hold is described by {@link ConfigSchema}.
 *
 * <p>Nothing is repaired and nothing is skipped: a key that is not known, or a value that cannot be meant, is an error with its line and
 * column, and all errors of a file are told at once.
 */
public final class ConfigReader {

    private ConfigReader() {}

    /**
     * Reads a file.
     *
     * @throws ConfigException if it cannot be read, or anything in it is wrong
     */
    public static MergeConfig read(Path file) {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file.toAbsolutePath());
        return read(file.toString(), text(file), folder);
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ConfigException(file + " is not there, or is no file: name the configuration to read");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new ConfigException(file + " is not in UTF-8: save it so");
        } catch (IOException e) {
            throw new ConfigException(file + " cannot be read: " + e);
        }
    }

    /**
     * Reads a text.
     *
     * @param name how errors call it
     * @param folder where files that it names are looked for
     */
    static MergeConfig read(String name, String text, Path folder) {
        Map<String, Place> places = new HashMap<>(Map.of("", new Place(1, 1)));
        Problems problems =
                new Problems(name, new ConfigLines(String.valueOf(Path.of(name).getFileName()), places));
        Object yaml = new YamlReader(problems).read(text);
        MergeConfig config = problems.found().isEmpty()
                ? (MergeConfig) new RecordReader(folder, problems).value(MergeConfig.class, yaml, "")
                : null;
        if (config == null || !problems.found().isEmpty()) {
            throw problems.asException();
        }
        return config;
    }
}
