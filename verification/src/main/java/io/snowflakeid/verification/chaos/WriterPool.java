package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a run: each place is taken by one process after the other. Closing ends them all at once, those that are stopped too,
 * and may be called by another thread at any time; nothing is started after that.
 */
final class WriterPool implements AutoCloseable {

    private static final long SECONDS_TO_END = 25;

    private final ChaosOptions options;
    private final MakerSettings settings;
    private final Path folder;
    private final WriterProxies proxies;
    private final List<FakeClock> clocks;
    private final List<String> launcher;
    private final List<WriterProcess> present = new ArrayList<>(); // by number
    private final List<WriterProcess> all = new ArrayList<>();
    private boolean closed;

    /**
     * @param proxies lead to the databases that they need
     * @param clocks those of the last writers
     * @param launcher what stands before the command of each process; empty for nothing
     */
    WriterPool(
            ChaosOptions options,
            MakerSettings settings,
            Path folder,
            WriterProxies proxies,
            List<FakeClock> clocks,
            List<String> launcher) {
        this.options = options;
        this.settings = settings;
        this.folder = folder;
        this.proxies = proxies;
        this.clocks = clocks;
        this.launcher = launcher;
    }

    synchronized void startAll() throws IOException {
        for (int number = 0; number < options.writers() && !closed; number++) {
            present.add(start(number, 1));
        }
    }

    private WriterProcess start(int number, int incarnation) throws IOException {
        FakeClock clock = clockOf(number);
        WriterTask task = new WriterTask(
                options.maker(),
                settings.inWriter(proxies.of(number), number, incarnation),
                WriterTask.filesIn(folder, number, incarnation),
                options.idsPerSecond() / options.writers(),
                clock != null);
        WriterProcess process = new WriterProcess(task, clock, launcher);
        all.add(process);
        return process;
    }

    @Nullable
    FakeClock clockOf(int number) {
        int index = number - (options.writers() - clocks.size());
        return index < 0 ? null : clocks.get(index);
    }

    synchronized long ready() {
        return present.stream().filter(WriterProcess::isReady).count();
    }

    /** A new process takes the place of each one that is dead; fails if one has ended by itself. */
    synchronized void replaceTheDead() throws IOException {
        for (int number = 0; number < present.size() && !closed; number++) {
            WriterProcess process = present.get(number);
            if (!process.isAlive()) {
                process.requireNotFailed();
                present.set(number, start(number, process.task().settings().incarnation() + 1));
            }
        }
    }

    /** @param number counted on from 0 behind the last writer */
    synchronized WriterProcess get(int number) {
        return present.get(number % present.size());
    }

    /** Of every process that was ever started. */
    synchronized List<Path> logs() {
        return all.stream().map(process -> process.task().log()).toList();
    }

    /** Lets them end by themselves, and waits for it. */
    void end() throws IOException, InterruptedException {
        List<WriterProcess> last;
        synchronized (this) {
            closed = true;
            last = List.copyOf(present);
        }
        last.forEach(WriterProcess::endInput);
        for (WriterProcess process : last) {
            if (!process.awaitEnd(SECONDS_TO_END)) {
                throw ChaosRun.failed(process.task().settings().whose() + " did not end in time");
            }
            process.requireNotFailed();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        all.forEach(WriterProcess::kill);
        all.forEach(WriterProcess::awaitDeath);
    }
}
