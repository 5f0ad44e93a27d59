package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.TimeSource;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.IdMaker.Ids;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process that generates ids and writes them to files until its standard input ends. */
public final class ChaosWriter {

    private static final long POLL_MILLIS = 20;
    private static final int POLLS_PER_LOG = 10;
    private static final long RETRY_MILLIS = 200;
    private static final long SECONDS_TO_END = 10;

    /** The logger is off, because outages are intended. The static field prevents the garbage collection of the logger. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    private final WriterTask task;
    private final CountDownLatch inputEnded = new CountDownLatch(1);
    private final ClockWatch clock;
    private final LongAdder failedCalls = new LongAdder();
    private final List<MakerThread> threads = new ArrayList<>();
    private volatile List<String> reasons = List.of();
    private @Nullable Ids ids;
    private long failedStarts;
    private long startMillis;

    private ChaosWriter(WriterTask task) {
        this.task = task;
        clock = new ClockWatch(TimeSource.system(), task.settings().windowMillis());
    }

    public static void main(String[] args) throws Exception {
        CORE_LOG.setLevel(Level.OFF);
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        ChaosWriter writer =
                new ChaosWriter(new JsonMapper().readValue(System.getenv(WriterTask.VARIABLE), WriterTask.class));
        Thread listener = new Thread(writer::awaitEnd, "input");
        listener.setDaemon(true);
        listener.start();
        writer.run();
        Runtime.getRuntime().halt(0);
    }

    /** Waits until standard input ends, which also happens if the parent process dies. Kills this process if it does not exit in time. */
    private void awaitEnd() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // a read error counts as the end of the input
        }
        inputEnded.countDown();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2 * SECONDS_TO_END));
        System.err.println("did not end within " + 2 * SECONDS_TO_END + " s");
        Runtime.getRuntime().halt(1);
    }

    private void run() throws Exception {
        Ids opened = open(IdMaker.named(task.maker()));
        if (opened == null) {
            return;
        }
        ids = opened;
        for (int i = 0; i < MakerThread.THREADS; i++) {
            threads.add(new MakerThread(i, opened, task, clock, this::failed));
        }
        // the JVM's uptime is used, because the wall clock may be wrong by an hour
        startMillis = ManagementFactory.getRuntimeMXBean().getUptime();
        threads.forEach(Thread::start);
        for (long polls = 0; !inputEndsWithin(POLL_MILLIS); polls++) {
            clock.poll();
            if (polls % POLLS_PER_LOG == 0) {
                write();
            }
        }
        threads.forEach(MakerThread::requestStop);
        for (MakerThread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_END));
        }
        write();
        opened.close();
    }

    private boolean inputEndsWithin(long millis) throws InterruptedException {
        return inputEnded.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Opens the generator, and retries after failures. Returns null if standard input ends before an attempt succeeds. */
    private @Nullable Ids open(IdMaker maker) throws Exception {
        do {
            try {
                return maker.open(task.settings());
            } catch (Exception e) {
                failedStarts++;
                note(e);
                write();
            }
        } while (!inputEndsWithin(RETRY_MILLIS));
        return null;
    }

    private void failed(Exception e) {
        failedCalls.increment();
        note(e);
    }

    private synchronized void note(Exception e) {
        String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        String reason = e.getClass().getSimpleName() + ": " + message;
        reasons = WriterLog.different(Stream.concat(reasons.stream(), Stream.of(reason)));
    }

    private void write() throws IOException {
        Map<String, Long> counters = new HashMap<>(ids == null ? Map.of() : ids.counters());
        counters.put(ChaosResult.PROCESSES_STARTED, ids == null ? 0L : 1L);
        long stall =
                threads.stream().mapToLong(MakerThread::longestStallNanos).max().orElse(0);
        long stallMillis = TimeUnit.NANOSECONDS.toMillis(stall);
        new WriterLog(failedCalls.sum(), failedStarts, clock.jumps(), stallMillis, startMillis, counters, reasons)
                .write(task.log());
    }
}
