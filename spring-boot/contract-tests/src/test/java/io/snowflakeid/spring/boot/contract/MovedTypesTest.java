package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

/** The shared core was compiled for the older line: what it names of Spring must be there on each, under the same name. */
class MovedTypesTest {

    private static final Pattern SPRING_TYPE = Pattern.compile("org/springframework/[A-Za-z0-9_/$]+");

    @Test
    void everySpringTypeThatTheSharedCoreNamesIsThere() throws Exception {
        Set<String> named = typesNamedBySharedCore();
        assertThat(named)
                .contains("org.springframework.boot.autoconfigure.AutoConfiguration")
                .hasSizeGreaterThan(20)
                .allSatisfy(
                        type -> assertThat(ClassUtils.isPresent(type, getClass().getClassLoader()))
                                .as(type)
                                .isTrue());
    }

    private static Set<String> typesNamedBySharedCore() throws IOException, URISyntaxException {
        URI place = SnowflakeAutoConfiguration.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        if (Files.isDirectory(Path.of(place))) {
            return typesNamedIn(Path.of(place));
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
            return typesNamedIn(jar.getPath("/"));
        }
    }

    private static Set<String> typesNamedIn(Path folder) throws IOException {
        List<Path> classes;
        try (Stream<Path> files = Files.walk(folder)) {
            classes = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> file.toString().contains("io/snowflakeid/spring/boot/")
                            && !file.toString().contains("/contract/"))
                    .toList();
        }
        Set<String> named = new TreeSet<>();
        for (Path file : classes) {
            // names of types are plain text in a class file; packages end in a small letter
            Matcher types = SPRING_TYPE.matcher(bytesAsText(file));
            while (types.find()) {
                String type = types.group().replace('/', '.');
                if (Character.isUpperCase(type.charAt(type.lastIndexOf('.') + 1))) {
                    named.add(type);
                }
            }
        }
        return named;
    }

    private static String bytesAsText(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
