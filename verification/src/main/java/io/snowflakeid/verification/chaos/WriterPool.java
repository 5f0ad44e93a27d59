package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a run, each with a proxy of its own in front of each database, so that any writer can lose any of them. Each place is
 * taken by one process after the other. Closing ends them all at once, those that are stopped too. For one thread.
 */
final class WriterPool implements AutoCloseable {

    private static final long SECONDS_TO_END = 25;

    private final ChaosOptions options;
    private final MakerSettings settings;
    private final Path folder;
    private final List<FakeClock> clocks;
    private final List<String> launcher;
    private final List<List<FaultyProxy>> proxies = new ArrayList<>(); // by number
    private final List<WriterProcess> present = new ArrayList<>(); // by number
    private final List<WriterProcess> all = new ArrayList<>();
    private int outages;

    /**
     * Starts the proxies, and no writer.
     *
     * @param clocks those of the last writers
     * @param launcher what stands before the command of each process; empty for nothing
     */
    WriterPool(ChaosOptions options, MakerSettings settings, Path folder, List<FakeClock> clocks, List<String> launcher)
            throws IOException {
        this.options = options;
        this.settings = settings;
        this.folder = folder;
        this.clocks = clocks;
        this.launcher = launcher;
        for (int number = 0; number < options.writers(); number++) {
            List<FaultyProxy> ofWriter = new ArrayList<>();
            proxies.add(ofWriter);
            for (Database database : settings.databases()) {
                ofWriter.add(new FaultyProxy(database));
            }
        }
    }

    void startAll() throws IOException {
        for (int number = 0; number < options.writers(); number++) {
            present.add(start(number, 1));
        }
    }

    private WriterProcess start(int number, int incarnation) throws IOException {
        FakeClock clock = clockOf(number);
        WriterTask task = new WriterTask(
                options.maker(),
                settings.inWriter(databasesOf(number), number, incarnation),
                folder.toString(),
                options.idsPerSecond() / options.writers(),
                clock != null);
        WriterProcess process = new WriterProcess(task, clock, launcher);
        all.add(process);
        return process;
    }

    /** The databases as that writer reaches them. */
    List<Database> databasesOf(int number) {
        return proxies.get(number).stream().map(FaultyProxy::database).toList();
    }

    @Nullable
    FakeClock clockOf(int number) {
        int index = number - (options.writers() - clocks.size());
        return index < 0 ? null : clocks.get(index);
    }

    /**
     * The proxies that an outage meets, all to the same database, to another one each time. A writer that is without one of its
     * databases already loses no other: several are there so that one may be lost.
     */
    List<FaultyProxy> toLose(int number) {
        int database = outages++ % settings.databases().size();
        return (number == Fault.EVERY_WRITER ? proxies : List.of(proxies.get(number)))
                .stream()
                        .filter(ofWriter -> ofWriter.stream().noneMatch(FaultyProxy::hasFault))
                        .map(ofWriter -> ofWriter.get(database))
                        .toList();
    }

    long ready() {
        return present.stream().filter(WriterProcess::isReady).count();
    }

    /** A new process takes the place of each one that is dead; fails if one has ended by itself. */
    void replaceTheDead() throws IOException {
        for (int number = 0; number < present.size(); number++) {
            WriterProcess process = present.get(number);
            if (!process.isAlive()) {
                process.requireNotFailed();
                present.set(number, start(number, process.task().settings().incarnation() + 1));
            }
        }
    }

    /** @param number counted on from 0 behind the last writer */
    WriterProcess get(int number) {
        return present.get(number % present.size());
    }

    /** Of every process that was ever started. */
    List<Path> logs() {
        return all.stream().map(process -> process.task().log()).toList();
    }

    /** Lets them end by themselves, and waits for it. */
    void end() throws IOException, InterruptedException {
        present.forEach(WriterProcess::endInput);
        for (WriterProcess process : present) {
            if (!process.awaitEnd(SECONDS_TO_END)) {
                throw ChaosRun.failed(process.task().settings().whose() + " did not end in time");
            }
            process.requireNotFailed();
        }
    }

    @Override
    public void close() throws IOException {
        all.forEach(WriterProcess::kill);
        all.forEach(WriterProcess::awaitDeath);
        for (List<FaultyProxy> ofWriter : proxies) {
            for (FaultyProxy proxy : ofWriter) {
                proxy.close();
            }
        }
    }
}
