package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.RunEnd;
import io.snowflakeid.verification.chaos.ChaosResult.Duplicate;
import io.snowflakeid.verification.chaos.ChaosResult.Effects;
import io.snowflakeid.verification.chaos.DuplicateSearch.Found;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.h2.store.fs.FileUtils;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/** Starts writers, injects faults, stops the writers, and compares every id with every other id. */
public final class ChaosRun {

    private static final long SECONDS_TO_START = 120;
    private static final long STEP_MILLIS = 20;

    private final ChaosOptions options;
    private final Path folder;
    private final Progress progress;
    private final IdMaker maker;
    private final @Nullable Path faketime;
    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

    private ChaosRun(ChaosOptions options, Path folder, Progress progress) {
        this.options = options;
        this.folder = folder;
        this.progress = progress;
        maker = IdMaker.named(options.maker());
        faketime = options.faults().contains(FaultFamily.CLOCKS) ? FakeClock.library(options.faketime()) : null;
    }

    public interface Plan {

        Plan RANDOM = FaultPlan::of;

        /** Returns the faults in any order. Equal options give equal faults. The writers with the highest indexes have fake clocks. */
        List<Fault> of(ChaosOptions options, int fakeClocks, boolean databases);

        /** Returns the prefix of the command line for each writer process. */
        default List<String> launcher() {
            return List.of();
        }
    }

    public interface Progress {
        void show(String step, long done, long total);
    }

    /** Executes the run. If the JVM is terminated, the run also stops all processes, and removes its files unless {@code keep} is true. */
    public static ChaosResult run(
            ChaosOptions options, Plan plan, List<Database> databases, Path folder, Progress progress)
            throws Exception {
        ChaosRun run = new ChaosRun(options, folder, progress);
        RunEnd end = new RunEnd(run::closeAll);
        try {
            WriterProcess.requireSignals();
            return run.runOn(databases, plan);
        } finally {
            end.begin();
        }
    }

    static CommandFailure failed(String message) {
        return new CommandFailure(ExitCode.UNEXPECTED, message, null);
    }

    private ChaosResult runOn(List<Database> given, Plan plan) throws Exception {
        Path work = Files.createTempDirectory(Files.createDirectories(folder), "chaos-ids-");
        if (!options.keep()) {
            onClose(() -> FileUtils.deleteRecursive(work.toString(), false));
        }
        List<Database> databases = databases(given);
        MakerSettings settings = MakerSettings.of(
                databases, options.windowMillis(), options.faults().contains(FaultFamily.LEFT_OPEN));
        databases.forEach(Database::server); // an invalid address fails here, before the run creates anything
        maker.prepare(settings);
        if (!options.keep()) {
            onClose(() -> maker.cleanUp(settings));
        }
        List<FakeClock> clocks = clocks(work);
        WriterPool writers = onClose(new WriterPool(options, settings, work, clocks, plan.launcher()));
        FaultInjector injector = onClose(new FaultInjector(
                writers, () -> maker.copy(settings), options.restartCommand(), folder.resolve("restart.log")));
        writers.startAll();
        awaitReady(writers);
        injector.plan(plan.of(options, clocks.size(), !databases.isEmpty()));
        double seconds = inject(injector, writers);
        writers.end();
        return check(work, writers.logs(), injector.effects(), settings, clocks.size(), seconds);
    }

    private List<Database> databases(List<Database> given) throws SQLException {
        if (!maker.needsDatabase()) {
            return List.of();
        }
        return given.isEmpty() ? List.of(embeddedDatabase()) : given;
    }

    /** Creates an H2 database in the memory of this process, which other processes reach only on the loopback interface. */
    private Database embeddedDatabase() throws SQLException {
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", "127.0.0.1");
        }
        String name = "mem:chaos-" + UUID.randomUUID();
        // without an open connection, H2 deletes the database
        onClose(new Database("the ledger", "jdbc:h2:" + name, "sa", "").connect());
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        onClose(server::stop);
        return new Database("the ledger", "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name, "sa", "");
    }

    /** Returns fake clocks for only a quarter of the writers, because reading a fake clock is slow. */
    private List<FakeClock> clocks(Path work) throws IOException {
        List<FakeClock> clocks = new ArrayList<>();
        for (int i = 0; faketime != null && i < Math.max(1, options.writers() / 4); i++) {
            clocks.add(new FakeClock(faketime, work.resolve("clock-" + i)));
        }
        return clocks;
    }

    private void awaitReady(WriterPool writers) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (long ready = writers.ready(); ready < options.writers(); ready = writers.ready()) {
            progress.show("start writers", ready, options.writers());
            writers.replaceDead();
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS_TO_START)) {
                throw failed("only " + ready + " of " + options.writers() + " writers generated ids after "
                        + SECONDS_TO_START
                        + " s ("
                        + String.join("; ", WriterLog.sumOf(writers.logs()).reasons())
                        + "): fix this, or use fewer writers if the machine is busy");
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
    }

    private double inject(FaultInjector injector, WriterPool writers) throws Exception {
        long start = System.nanoTime();
        long total = options.seconds() * 1000L;
        for (long now = 0; now < total; now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)) {
            injector.until(now);
            writers.replaceDead();
            progress.show("generate ids under faults (s)", now / 1000, options.seconds());
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
        injector.endAll();
        return (System.nanoTime() - start) / 1e9;
    }

    private ChaosResult check(
            Path work, List<Path> logs, Effects effects, MakerSettings settings, int fakeClocks, double seconds)
            throws IOException, SQLException {
        long start = System.nanoTime();
        Found found = compare(work);
        return new ChaosResult(
                found.ids(),
                found.duplicates(),
                found.first().stream().map(this::explained).toList(),
                effects,
                WriterLog.sumOf(logs),
                Math.round(found.ids() / seconds),
                tenths(seconds),
                tenths((System.nanoTime() - start) / 1e9),
                maker.describe(settings),
                settings.products(),
                logs.size(),
                faketime == null ? ChaosResult.ABSENT : faketime.toString(),
                fakeClocks,
                options,
                options.keep() ? work.toString() : null);
    }

    private Found compare(Path work) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(work)) {
            files = all.filter(WriterTask::areIds).sorted().toList();
        }
        return new DuplicateSearch(DuplicateSearch.idsForThisHeap(), progress).in(files);
    }

    private Duplicate explained(DuplicateSearch.Sighting sighting) {
        return new Duplicate(
                sighting.id(),
                maker.explain(sighting.id()),
                sighting.files().stream().map(WriterTask::originOf).toList());
    }

    private static double tenths(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }

    private <C extends AutoCloseable> C onClose(C resource) {
        toClose.push(resource);
        return resource;
    }

    /** Closes the resources in reverse order, so that the processes end before their files are removed. */
    private void closeAll() {
        while (!toClose.isEmpty()) {
            try {
                toClose.pop().close();
            } catch (Exception e) {
                System.err.println("could not clean up: " + e.getMessage());
            }
        }
    }
}
