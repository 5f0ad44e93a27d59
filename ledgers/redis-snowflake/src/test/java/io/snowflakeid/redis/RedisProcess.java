package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.Required;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/** A Redis that the test may restart, flush, and turn into a replica. */
final class RedisProcess implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Path program;
    private final Path folder;
    private final int port;
    private Process process;
    private volatile RedisClient client; // other clients connect during the restart

    private RedisProcess(Path program, Path folder, int port) {
        this.program = program;
        this.folder = folder;
        this.port = port;
        start();
    }

    /** Starts a Redis with persistence in this folder; the test is skipped if the program is not on the path. */
    static RedisProcess startIn(Path folder) throws IOException {
        Path program = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> Required.missing(
                        "killable", "no redis-server on the path for a test that restarts it: install Redis"));
        return new RedisProcess(program, Files.createDirectory(folder), freePort());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void start() {
        try {
            process = new ProcessBuilder(
                            program.toString(),
                            "--port",
                            String.valueOf(port),
                            "--bind",
                            "127.0.0.1",
                            "--dir",
                            folder.toString(),
                            "--appendonly",
                            "yes",
                            "--appendfsync",
                            "always",
                            "--repl-diskless-sync-delay",
                            "0")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await(() -> admin("PING").equals("PONG"));
        client = RedisClient.create("redis://127.0.0.1:" + port);
    }

    RedisScripts scripts() {
        return (script, key, arguments) -> new JedisScripts(client).run(script, key, arguments);
    }

    RedisClient client() {
        return client;
    }

    private String admin(String command) {
        try (Jedis jedis = new Jedis("127.0.0.1", port)) {
            return command.equals("PING") ? jedis.ping() : jedis.info(command);
        } catch (JedisException e) {
            return "";
        }
    }

    private static void await(BooleanSupplier isSo) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 30 s").isLessThan(end);
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns when this server has all current data of the other one. */
    void copyFrom(RedisProcess primary) {
        try (Jedis jedis = new Jedis("127.0.0.1", port)) {
            jedis.replicaof("127.0.0.1", primary.port);
        }
        await(() -> admin("replication").contains("master_link_status:up"));
        primary.awaitCopy();
    }

    void awaitCopy() {
        await(() -> admin("replication").contains("state=online"));
        await(() -> {
            try (Jedis jedis = new Jedis("127.0.0.1", port)) {
                jedis.set("written", "by the test"); // so that there is a write to wait for
                return jedis.waitReplicas(1, 500) == 1;
            }
        });
    }

    void promote() {
        try (Jedis jedis = new Jedis("127.0.0.1", port)) {
            jedis.replicaofNoOne();
        }
    }

    void flush() {
        try (Jedis jedis = new Jedis("127.0.0.1", port)) {
            jedis.flushAll();
        }
    }

    void restart() {
        stop();
        start();
    }

    private void stop() {
        client.close();
        process.destroy();
        try {
            // a server that cannot save, or waits for a replica, ignores a request to end
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
