package io.snowflakeid.demo.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.TimeSource;
import io.snowflakeid.demo.chaos.IdMaker.Ids;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A process that does nothing but make ids and write them down, until its standard input ends. */
public final class ChaosWriter {

    /** What it says on standard output once it makes ids. */
    static final String READY = "READY";

    private static final int THREADS = 2;
    private static final long LOOK_EVERY_MILLIS = 200;
    private static final long OPEN_AGAIN_MILLIS = 200;
    private static final long SECONDS_TO_END = 10;

    /** Outages are the point here, so nobody wants to read of them; kept, since the JDK forgets a logger with its last reference. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    private final WriterTask task;
    private final Diary diary;
    private final CountDownLatch inputEnded = new CountDownLatch(1);
    private final LongAdder failedCalls = new LongAdder();
    private final LongAdder failedStarts = new LongAdder();
    private final List<MakerThread> threads = new ArrayList<>();

    private ChaosWriter(WriterTask task) throws IOException {
        this.task = task;
        diary = new Diary(WriterFiles.diary(task.files()));
    }

    /** Reads its {@link WriterTask} from standard input. Ends with 0 in peace, with 1 if it could not go on. */
    public static void main(String[] args) throws Exception {
        CORE_LOG.setLevel(Level.OFF);
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        WriterTask task = new JsonMapper().readValue(input.readLine(), WriterTask.class);
        Runtime.getRuntime().halt(new ChaosWriter(task).run(input));
    }

    private int run(BufferedReader input) throws Exception {
        Thread listener = new Thread(() -> awaitEnd(input), "input");
        listener.setDaemon(true);
        listener.start();
        WallClockWatch clock = new WallClockWatch(TimeSource.system());
        Ids ids = open(IdMaker.named(task.maker()), clock);
        if (ids == null) {
            diary.close();
            return 0;
        }
        start(ids);
        System.out.println(READY);
        while (!inputEnded.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS) && failure() == null) {
            look(ids, clock);
        }
        return end(ids, clock);
    }

    /** The process also ends if whoever started it has died, and if it hangs. */
    private void awaitEnd(BufferedReader input) {
        try {
            while (input.readLine() != null) {
                // nothing is to be said any more
            }
        } catch (IOException e) {
            // an input that breaks has ended, too
        }
        inputEnded.countDown();
        try {
            TimeUnit.SECONDS.sleep(2 * SECONDS_TO_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.err.println("did not end within " + 2 * SECONDS_TO_END + " s");
        Runtime.getRuntime().halt(1);
    }

    /** Tries until it succeeds: the database may be away. Null if the input ended before. */
    private @Nullable Ids open(IdMaker maker, WallClockWatch clock) throws Exception {
        while (inputEnded.getCount() > 0) {
            try {
                return maker.open(task.settings());
            } catch (Exception e) {
                failedStarts.increment();
                diary.failure(e);
            }
            look(null, clock);
            if (inputEnded.await(OPEN_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        return null;
    }

    private void start(Ids ids) throws Exception {
        for (int i = 0; i < THREADS; i++) {
            threads.add(new MakerThread(
                    i,
                    ids,
                    i % 2 == 1,
                    task.fakeClock(),
                    (double) task.idsPerSecond() / THREADS,
                    WriterFiles.ids(task.files(), i),
                    diary,
                    failedCalls));
        }
        threads.forEach(Thread::start);
        // of the JVM, by the monotonic clock: a start time by the wall clock may be an hour off here
        diary.started(ManagementFactory.getRuntimeMXBean().getUptime());
    }

    private void look(@Nullable Ids ids, WallClockWatch clock) throws IOException {
        var jump = clock.look();
        if (jump.isPresent()) {
            diary.clockJumped(jump.getAsLong());
        }
        for (MakerThread thread : threads) {
            thread.writePresentStall();
        }
        Map<String, Long> counters = new HashMap<>(ids == null ? Map.of() : ids.counters());
        counters.put(Diary.FAILED_CALLS, failedCalls.sum());
        counters.put(Diary.FAILED_STARTS, failedStarts.sum());
        diary.count(counters);
    }

    private @Nullable Throwable failure() {
        return threads.stream()
                .map(MakerThread::failure)
                .filter(failure -> failure != null)
                .findFirst()
                .orElse(null);
    }

    private int end(Ids ids, WallClockWatch clock) throws Exception {
        threads.forEach(MakerThread::endSoon);
        for (MakerThread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_END));
        }
        Throwable failure = failure();
        look(ids, clock);
        diary.close();
        if (failure != null) {
            failure.printStackTrace();
            return 1;
        }
        ids.close();
        return 0;
    }
}
