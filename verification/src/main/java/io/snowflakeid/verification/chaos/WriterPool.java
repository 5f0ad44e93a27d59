package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The writers of a run and their processes. Each writer has its own proxy for each database. */
final class WriterPool implements AutoCloseable {

    private static final long SECONDS_TO_END = 25;

    private final ChaosOptions options;
    private final MakerSettings settings;
    private final Path folder;
    private final List<FakeClock> clocks;
    private final List<String> launcher;
    private final List<List<FaultyProxy>> proxies = new ArrayList<>(); // the index is the writer's number
    private final List<WriterProcess> current = new ArrayList<>(); // the index is the writer's number
    private final List<WriterProcess> all = new ArrayList<>();
    private int outages;

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
            current.add(start(number, 1));
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

    List<Database> databasesOf(int number) {
        return proxies.get(number).stream().map(FaultyProxy::database).toList();
    }

    @Nullable
    FakeClock clockOf(int number) {
        int index = number - (options.writers() - clocks.size());
        return index < 0 ? null : clocks.get(index);
    }

    /** Returns the proxies of the next database, except for writers that already have a network fault. */
    List<FaultyProxy> proxiesForOutage(int number) {
        int database = outages++ % settings.databases().size();
        return (number == Fault.EVERY_WRITER ? proxies : List.of(proxies.get(number)))
                .stream()
                        .filter(ofWriter -> ofWriter.stream().noneMatch(FaultyProxy::hasFault))
                        .map(ofWriter -> ofWriter.get(database))
                        .toList();
    }

    long ready() {
        return current.stream().filter(WriterProcess::isReady).count();
    }

    /** Replaces dead processes, or fails if a process has ended with an error. */
    void replaceDead() throws IOException {
        for (int number = 0; number < current.size(); number++) {
            WriterProcess process = current.get(number);
            if (!process.isAlive()) {
                process.requireNotFailed();
                current.set(number, start(number, process.task().settings().incarnation() + 1));
            }
        }
    }

    WriterProcess get(int number) {
        return current.get(number % current.size());
    }

    List<Path> logs() {
        return all.stream().map(process -> process.task().log()).toList();
    }

    void end() throws IOException, InterruptedException {
        current.forEach(WriterProcess::endInput);
        for (WriterProcess process : current) {
            if (!process.awaitEnd(SECONDS_TO_END)) {
                throw ChaosRun.failed(process.task().settings().label() + " did not end in time");
            }
            process.requireNotFailed();
        }
    }

    @Override
    public void close() throws IOException {
        all.forEach(WriterProcess::kill);
        all.forEach(WriterProcess::awaitKilled);
        for (List<FaultyProxy> ofWriter : proxies) {
            for (FaultyProxy proxy : ofWriter) {
                proxy.close();
            }
        }
    }
}
