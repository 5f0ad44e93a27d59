package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.ledger.FixedWorkerLedger;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed with SIGKILL while they make ids, and others that go on: no id twice. */
@Timeout(120)
@Tag("long")
class KilledProcessIT {

    private static final int ROUNDS = 4;
    private static final long ENOUGH = 8 * 20_000L;

    @TempDir
    Path folder;

    private final List<Process> alive = new ArrayList<>();

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : alive) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void restartsOnTheSameFileGoOnAboveWhatTheKilledOneMade() throws Exception {
        String window = folder.resolve("window").toString();
        long[] previous = {0};
        for (int round = 0; round < ROUNDS; round++) {
            Path made = folder.resolve("ids" + round);
            Process process = start(made, "file", window);
            awaitIds(process, made);
            process.destroyForcibly().waitFor();
            long[] ids = read(made);
            assertThat(ids[0]).isGreaterThan(previous[previous.length - 1]);
            previous = ids;
        }
    }

    @Test
    void aRefusedOpenerInTheHoldersProcessDoesNotLetAnotherProcessIn() throws Exception {
        Path window = folder.resolve("window");
        FixedWorkerLedger holder =
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3).storedIn(window);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(holder)) {
            assertThatThrownBy(() -> SnowflakeIdGenerator.on(holder.inNamespace("other")))
                    .hasMessageContaining("is in use by another generator");
            Path made = folder.resolve("none");
            Process process = start(made, "file", window.toString());
            assertThat(process.waitFor()).isNotZero();
            assertThat(Files.readString(Path.of(made + ".log"))).contains("is in use by another generator");
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void processesOnOneLedgerNeverMeetThoughSomeAreKilledAndReplaced() throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("ledger") + ";AUTO_SERVER=TRUE;MODE=MySQL";
        JdbcDataSource server = new JdbcDataSource();
        server.setURL(url);
        server.setUser("sa");
        server.setPassword("");
        try (Connection keepsTheDatabaseOpen = server.getConnection()) {
            assertThat(keepsTheDatabaseOpen.isValid(1)).isTrue();
            List<Path> files = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                Path one = folder.resolve("a" + round);
                Path other = folder.resolve("b" + round);
                Process first = start(one, "jdbc", url);
                Process second = start(other, "jdbc", url);
                awaitIds(first, one);
                awaitIds(second, other);
                first.destroyForcibly().waitFor();
                second.destroyForcibly().waitFor();
                files.addAll(List.of(one, other));
            }
            assertNoneTwice(files);
        }
    }

    private Process start(Path made, String kind, String where) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        IdWriterProcess.class.getName(),
                        made.toString(),
                        kind,
                        where)
                .redirectErrorStream(true)
                .redirectOutput(new File(made + ".log"))
                .start();
        alive.add(process);
        return process;
    }

    /** Real processes take real time; the file that grows is the sign, and the test's own limit ends the wait. */
    private static void awaitIds(Process process, Path made) throws IOException, InterruptedException {
        while (!Files.exists(made) || Files.size(made) < ENOUGH) {
            assertThat(process.isAlive())
                    .as(Files.readString(Path.of(made + ".log")))
                    .isTrue();
            Thread.sleep(5);
        }
    }

    private static long[] read(Path made) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(made));
        long[] ids = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(ids);
        return ids;
    }

    private static void assertNoneTwice(List<Path> files) throws IOException {
        LongStream all = LongStream.empty();
        for (Path file : files) {
            all = LongStream.concat(all, Arrays.stream(read(file)));
        }
        long[] sorted = all.sorted().toArray();
        assertThat(sorted.length).isGreaterThan(2 * ROUNDS * 20_000);
        for (int i = 1; i < sorted.length; i++) {
            assertThat(sorted[i] != sorted[i - 1]).as("id %s twice", sorted[i]).isTrue();
        }
    }
}
