package io.snowflakeid.testing.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs one database server for tests. The server stops when standard input ends, so the server also stops when the parent process is killed.
 *
 * <p>The first argument is {@code mariadb}, {@code postgres} or {@code redis}. The second argument is a folder for the server binaries. If the server
 * is ready, this program prints a line with {@code ready}, address, user, password and process id, separated by tabs. If standard input contains the
 * line {@code restart}, the program restarts a killed MariaDB server.
 */
public final class EmbeddedServer {

    interface Running extends AutoCloseable {
        /** Returns the address, user and password, separated by tabs. An empty user or password is written as {@code -}. */
        String address();

        long pid() throws IOException;

        /** Restarts a killed server with the same port and data. */
        default void restart() throws IOException {
            throw new UnsupportedOperationException("only MariaDB is restarted");
        }

        @Override
        void close() throws IOException;
    }

    private static final long SPACE_OF_SERVERS = 4L << 30;

    private EmbeddedServer() {}

    public static void main(String[] args) throws IOException {
        Path binaries = Files.createDirectories(Path.of(args[1]));
        Path data = Files.createTempDirectory(folderForData(), "snowflake-test-server");
        try (Running server = start(args[0], binaries, data)) {
            ready(server);
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                if (line.equals("restart")) {
                    server.restart();
                    ready(server);
                }
            }
        } finally {
            delete(data);
        }
        System.exit(0); // threads of the libraries may still be running
    }

    /** Prefers a RAM disk with enough free space, because a RAM disk creates and deletes files faster than other disks. */
    private static Path folderForData() {
        Path memory = Path.of("/dev/shm");
        boolean isLarge = Files.isWritable(memory) && memory.toFile().getUsableSpace() > SPACE_OF_SERVERS;
        return isLarge ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static Running start(String kind, Path binaries, Path data) throws IOException {
        return switch (kind) {
            case "mariadb" -> MariaDb.start(binaries, data);
            case "postgres" -> Postgres.start(binaries, data);
            case "redis" -> Redis.start(data);
            default ->
                throw new IllegalArgumentException("unknown server " + kind + ": use mariadb, postgres or redis");
        };
    }

    private static void ready(Running server) throws IOException {
        System.out.println(String.join("\t", "ready", server.address(), String.valueOf(server.pid())));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns the process id of a child process. The command of the child process must contain the given name. */
    static long childNamed(String name) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains(name))
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no process named " + name + " was started"));
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
