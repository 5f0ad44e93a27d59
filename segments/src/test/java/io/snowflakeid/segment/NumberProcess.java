package io.snowflakeid.segment;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.WorkerLedgerException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A process that writes the numbers of a tag to a file, until the standard input ends. */
final class NumberProcess {

    static final int LARGEST = 200;

    private static volatile boolean isEnding;

    private NumberProcess() {}

    /** Runs the process with the address, the user and the password of the database, and the file. */
    public static void main(String[] arguments) throws IOException {
        Thread end = new Thread(NumberProcess::awaitEnd);
        end.setDaemon(true);
        end.start();
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(arguments[0]);
        source.setUser(arguments[1]);
        source.setPassword(arguments[2]);
        try (Segments segments = Segments.on(source).acceptVolatileStorage().build();
                OutputStream file = Files.newOutputStream(Path.of(arguments[3]))) {
            SegmentIdSource numbers = opened(segments);
            while (numbers != null && !isEnding) {
                try {
                    file.write((numbers.nextId() + "\n").getBytes(StandardCharsets.US_ASCII));
                } catch (NoIdAvailableException e) {
                    // the next call tries again
                }
            }
        }
    }

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            isEnding = true;
        }
    }

    private static SegmentIdSource opened(Segments segments) {
        while (!isEnding) {
            try {
                return segments.tag("t")
                        .step(10, LARGEST)
                        .lastsFor(Duration.ofMillis(20))
                        .open();
            } catch (WorkerLedgerException e) {
                // the connection was cut
            }
        }
        return null;
    }
}
