package io.snowflakeid.spring.boot.contract.executable;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** An application of one class in a jar as Spring Boot's Maven plugin makes it, with what it needs of the test's class path. */
final class ExecutableJar {

    private static final Pattern NEEDED = Pattern.compile(
            "(spring-(core|beans|context|aop|expression|jcl|jdbc|tx)|spring-boot(-autoconfigure|-jdbc|-sql|-transaction|-persistence)?"
                    + "|logback-(core|classic)|slf4j-api|slf4j-jdk-platform-logging|jul-to-slf4j|commons-logging|HikariCP|h2|snakeyaml"
                    + "|micrometer-(commons|observation)|jakarta.annotation-api|jspecify|snowflake-(core|spring-boot-autoconfigure|spring-boot[34]-starter))");

    private ExecutableJar() {}

    static Path of(Class<?> application, Path folder) throws IOException {
        Path classes = folder.resolve("application.jar");
        String name = application.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(classes);
                JarOutputStream jar = new JarOutputStream(file);
                InputStream content = application.getResourceAsStream("/" + name)) {
            jar.putNextEntry(new JarEntry(name));
            content.transferTo(jar);
        }
        Repackager repackager = new Repackager(classes.toFile());
        repackager.setMainClass(application.getName());
        File executable = folder.resolve("executable.jar").toFile();
        List<Library> libraries = libraries(folder);
        repackager.repackage(executable, callback -> {
            for (Library library : libraries) {
                callback.library(library);
            }
        });
        return executable.toPath();
    }

    private static List<Library> libraries(Path folder) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry ->
                        !entry.endsWith("test-classes") && !entry.toString().endsWith("-tests.jar"))
                .filter(entry -> NEEDED.matcher(nameOf(entry)).matches())
                .map(entry -> Files.isDirectory(entry) ? jarOf(entry, folder) : entry)
                .map(jar -> new Library(jar.toFile(), LibraryScope.RUNTIME))
                .toList();
    }

    /** Of a module that is built together with the test, its folder's name. */
    private static String nameOf(Path entry) {
        return Files.isDirectory(entry)
                ? entry.getParent().getParent().getFileName().toString()
                : entry.getFileName().toString().replaceAll("-[0-9][^/]*\\.jar$", "");
    }

    private static Path jarOf(Path classes, Path folder) {
        Path file = folder.resolve(nameOf(classes) + ".jar");
        try (OutputStream target = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(target);
                Stream<Path> entries = Files.walk(classes)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
                Files.copy(entry, jar);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
