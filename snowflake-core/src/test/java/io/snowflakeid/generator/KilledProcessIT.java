package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed with SIGKILL while it makes ids, and those that come after it on the same file. */
@Timeout(120)
@Tag("long")
class KilledProcessIT {

    private static final int ROUNDS = 4;
    private static final long ENOUGH = 8 * 20_000L;

    @TempDir
    Path folder;

    @Test
    void restartsOnTheSameFileGoOnAboveWhatTheKilledOneMade() throws Exception {
        String window = folder.resolve("window").toString();
        long[] previous = {0};
        for (int round = 0; round < ROUNDS; round++) {
            Path made = folder.resolve("ids" + round);
            Process process = start(made, window);
            try {
                awaitIds(process, made);
            } finally {
                process.destroyForcibly().waitFor();
            }
            long[] ids = read(made);
            assertThat(ids[0]).isGreaterThan(previous[previous.length - 1]);
            previous = ids;
        }
    }

    private static Process start(Path made, String window) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-cp", classPath, IdWriterProcess.class.getName(), made.toString(), window)
                .redirectErrorStream(true)
                .redirectOutput(new File(made + ".log"))
                .start();
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
}
