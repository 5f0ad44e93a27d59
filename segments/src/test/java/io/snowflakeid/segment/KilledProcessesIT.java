package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.relay.Relay;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed, and whose connections are cut at any packet, so that replies to commits are lost. */
@Tag("long")
class KilledProcessesIT {

    private static final Pattern SERVER = Pattern.compile("//([^:/]+):(\\d+)/");
    private static final int PROCESSES = 3;
    private static final int KILLS = 12;

    @TempDir
    private Path folder;

    private final AtomicInteger cuts = new AtomicInteger();
    private final List<Path> files = new ArrayList<>();

    @Test
    void killedProcessesAndLostRepliesMakeNoNumberTwice() throws Exception {
        try (TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase()) {
            Matcher server = SERVER.matcher(database.url());
            assertThat(server.find()).isTrue();
            try (Relay relay = new Relay(server.group(1), Integer.parseInt(server.group(2)), () -> this::passes)) {
                String url = server.replaceFirst("//127.0.0.1:" + relay.port() + "/");
                killAndEnd(database, url);
            }
            Set<Long> made = made();
            assertThat(made.size()).isGreaterThan(1_000);
            assertThat(cuts.get()).isPositive();
            assertThat(next(database) - 1 - made.size())
                    .as("numbers lost by %s processes and %s cuts", files.size(), cuts)
                    .isBetween(0L, NumberProcess.LARGEST * (2L * files.size() + cuts.get()));
        }
    }

    private boolean passes(byte[] bytes, int length, boolean request) throws IOException {
        if (ThreadLocalRandom.current().nextInt(400) == 0) {
            cuts.incrementAndGet();
            throw new SocketException("cut by the test");
        }
        return true;
    }

    private void killAndEnd(TestDatabase database, String url) throws Exception {
        Random random = new Random(7);
        List<Process> running = new ArrayList<>();
        try {
            for (int i = 0; i < KILLS; i++) {
                while (running.size() < PROCESSES) {
                    running.add(start(database, url));
                }
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1_500));
                Process process = running.remove(random.nextInt(PROCESSES));
                if (i % 3 == 0) {
                    process.getOutputStream().close();
                } else {
                    process.destroyForcibly();
                }
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            for (Process process : running) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private Process start(TestDatabase database, String url) throws IOException {
        Path file = folder.resolve("numbers" + files.size());
        files.add(file);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NumberProcess.class.getName(),
                        url,
                        database.user(),
                        database.password(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File(file + ".log"))
                .start();
    }

    private Set<Long> made() throws IOException {
        Set<Long> made = new HashSet<>();
        for (Path file : files) {
            if (Files.exists(file)) {
                for (String line : whole(Files.readString(file))) {
                    assertThat(made.add(Long.valueOf(line)))
                            .as("number %s of %s is new", line, file)
                            .isTrue();
                }
            }
        }
        return made;
    }

    /** Returns the lines that were written completely. */
    private static List<String> whole(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private static long next(TestDatabase database) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT next_value FROM snowflake_segment")) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }
}
