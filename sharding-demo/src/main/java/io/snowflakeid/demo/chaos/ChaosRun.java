package io.snowflakeid.demo.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.chaos.ChaosResult.Duplicate;
import io.snowflakeid.demo.chaos.ChaosResult.Happened;
import io.snowflakeid.demo.chaos.DuplicateSearch.Found;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: writers are started, tormented for a while, and ended; then all ids are compared with each other. */
public final class ChaosRun {

    private static final long SECONDS_TO_START = 120;
    private static final long STEP_MILLIS = 20;

    private final ChaosOptions options;
    private final Path folder;
    private final Consumer<ChaosProgress> progress;
    private final IdMaker maker;
    private final @Nullable SingleFault only;
    private final @Nullable Path faketime;
    private final List<AutoCloseable> toClose = new ArrayList<>(); // in reverse
    private final Thread emergency = new Thread(this::endEarly, "end chaos");

    private ChaosRun(ChaosOptions options, @Nullable SingleFault only, Path folder, Consumer<ChaosProgress> progress) {
        this.options = only == null ? options : options.with(only.families());
        this.only = only;
        this.folder = folder;
        this.progress = progress;
        maker = IdMaker.named(options.maker());
        boolean clocks = this.options.faults().contains(FaultFamily.CLOCKS);
        faketime = clocks ? Faketime.find(options.faketime()) : null;
    }

    /**
     * Runs it. Whatever happens, the end of this JVM included, no process is left, and no file unless it was asked for.
     *
     * @param databases what the writers share, if their maker needs something; none for one of the run's own
     * @param folder where the ids go meanwhile, 16 bytes for each
     * @param progress called by this thread
     * @throws ChaosFailedException if it could not be carried through
     * @throws IllegalArgumentException if there is no such maker
     */
    public static ChaosResult run(
            ChaosOptions options, List<Database> databases, Path folder, Consumer<ChaosProgress> progress) {
        return run(new ChaosRun(options, null, folder, progress), databases);
    }

    /**
     * The same, but with that one fault, whatever faults the options name.
     *
     * @throws ChaosFailedException if it could not be carried through
     * @throws IllegalArgumentException if there is no such maker
     */
    public static ChaosResult run(
            ChaosOptions options,
            SingleFault only,
            List<Database> databases,
            Path folder,
            Consumer<ChaosProgress> progress) {
        return run(new ChaosRun(options, only, folder, progress), databases);
    }

    private static ChaosResult run(ChaosRun run, List<Database> databases) {
        Signals.require();
        Runtime.getRuntime().addShutdownHook(run.emergency);
        try {
            return run.runOn(databases);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ChaosFailedException.because("the run was interrupted", e);
        } catch (IOException e) {
            throw ChaosFailedException.because("a file could not be read or written (" + e.getMessage() + ")", e);
        } catch (SQLException e) {
            throw ChaosFailedException.because("the ledger's database failed (" + e.getMessage() + ")", e);
        } finally {
            run.closeAll();
            run.forgetEmergency();
        }
    }

    private ChaosResult runOn(List<Database> given) throws IOException, SQLException, InterruptedException {
        WorkFolder work = WorkFolder.in(folder);
        if (!options.keep()) {
            onClose(work::remove);
        }
        if (!maker.needsDatabase()) {
            if (only == SingleFault.OUTAGES) {
                throw ChaosFailedException.ofUsage(maker.name() + " needs no database, so it cannot lose one");
            }
            return runOn(work, List.of(), settingsOn(List.of()));
        }
        List<Database> databases = given.isEmpty() ? List.of(ownDatabase()) : given;
        List<DatabaseAddress> addresses =
                databases.stream().map(DatabaseAddress::of).toList();
        MakerSettings settings = settingsOn(databases);
        prepare(settings);
        return runOn(work, addresses, settings);
    }

    private MakerSettings settingsOn(List<Database> databases) {
        boolean leftOpen = options.faults().contains(FaultFamily.LEFT_OPEN);
        return MakerSettings.with(databases, namespace(), options.windowMillis(), 0, 0, leftOpen);
    }

    private static String namespace() {
        return "chaos-" + UUID.randomUUID().toString().substring(0, 8);
    }

    private Database ownDatabase() throws SQLException {
        OwnServer server = OwnServer.start();
        onClose(server);
        return server.database();
    }

    private void prepare(MakerSettings settings) {
        try {
            maker.prepare(settings);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw ChaosFailedException.because(maker.name() + " could not be prepared (" + e.getMessage() + ")", e);
        }
        if (!options.keep()) {
            onClose(() -> maker.cleanUp(settings));
        }
    }

    private ChaosResult runOn(WorkFolder work, List<DatabaseAddress> addresses, MakerSettings settings)
            throws IOException, SQLException, InterruptedException {
        Cables cables = new Cables(addresses, options.writers());
        onClose(cables);
        List<FakeClock> clocks = clocks(work.path());
        List<String> launcher = only == null ? List.of() : only.launcher();
        Crew crew = new Crew(options, settings, work.path(), cables, clocks, launcher);
        onClose(crew);
        ServerRestarts restarts = new ServerRestarts(options.restartCommand(), folder.resolve("restart.log"));
        onClose(restarts);
        crew.startAll();
        awaitReady(crew);
        List<Fault> plan = only != null
                ? only.plan(options, clocks.size())
                : FaultPlan.of(options, clocks.size(), !cables.isEmpty(), options.restartCommand() != null);
        Torment torment = new Torment(plan, crew, cables, restarts, () -> maker.copy(settings));
        double seconds = torment(torment, crew);
        crew.end();
        restarts.await();
        return check(work, crew, torment, restarts, addresses, settings, clocks.size(), seconds);
    }

    /** A quarter of the writers, since a look at a fake clock takes so long that they make few ids. */
    private List<FakeClock> clocks(Path work) throws IOException {
        List<FakeClock> clocks = new ArrayList<>();
        for (int i = 0; faketime != null && i < Math.max(1, options.writers() / 4); i++) {
            clocks.add(new FakeClock(faketime, work.resolve("clock-" + i)));
        }
        return clocks;
    }

    private void awaitReady(Crew crew) throws InterruptedException {
        long start = System.nanoTime();
        for (long ready = crew.ready(); ready < options.writers(); ready = crew.ready()) {
            progress.accept(new ChaosProgress("start writers", ready, options.writers()));
            crew.replaceTheDead();
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS_TO_START)) {
                throw ChaosFailedException.because(
                        "only " + ready + " of " + options.writers() + " writers made ids after " + SECONDS_TO_START
                                + " s (" + whyNot(crew)
                                + "): mend that, or ask for fewer writers if the machine is busy",
                        null);
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
    }

    /** The latest reason of any writer: the first ones tend to be timeouts, while all start at once. */
    private static String whyNot(Crew crew) {
        String reason = "none of them said why";
        for (WriterProcess process : crew.everyone()) {
            try {
                reason = DiaryReading.lastFailure(WriterFiles.diary(process.files()))
                        .orElse(reason);
            } catch (IOException e) {
                reason = "its diary could not be read: " + e.getMessage();
            }
        }
        return reason;
    }

    private double torment(Torment torment, Crew crew) throws IOException, SQLException, InterruptedException {
        long start = System.nanoTime();
        long total = options.seconds() * 1000L;
        for (long now = 0; now < total; now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)) {
            torment.until(now);
            crew.replaceTheDead();
            progress.accept(new ChaosProgress("make ids, and trouble (s)", now / 1000, options.seconds()));
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
        torment.endAll();
        return (System.nanoTime() - start) / 1e9;
    }

    private ChaosResult check(
            WorkFolder work,
            Crew crew,
            Torment torment,
            ServerRestarts restarts,
            List<DatabaseAddress> addresses,
            MakerSettings settings,
            int fakeClocks,
            double seconds)
            throws IOException, SQLException {
        DiaryReading diaries = new DiaryReading();
        for (WriterProcess process : crew.everyone()) {
            diaries.add(WriterFiles.diary(process.files()), process.pauses());
        }
        long start = System.nanoTime();
        List<Path> files = work.idFiles();
        long steps = DuplicateSearch.stepsFor(files);
        Found found = new DuplicateSearch(
                        work.path(),
                        DuplicateSearch.idsForThisHeap(),
                        done -> progress.accept(
                                new ChaosProgress("compare every id with every other one", done, steps)))
                .in(files);
        Happened happened = new Happened(
                found.ids(),
                torment.kills(),
                torment.pauses(),
                diaries.clockSteps(),
                torment.outages(),
                torment.restores());
        List<String> missing = happened.missing(
                !addresses.isEmpty(), fakeClocks > 0, options.faults().contains(FaultFamily.RESTORES));
        return new ChaosResult(
                found.ids(),
                found.duplicates(),
                happened.kills(),
                happened.pauses(),
                happened.clockSteps(),
                happened.outages(),
                Math.round(found.ids() / seconds),
                diaries.longestStallMillis(),
                tenths(seconds),
                tenths((System.nanoTime() - start) / 1e9),
                maker.name(),
                maker.describe(settings),
                addresses.isEmpty() ? null : describe(addresses),
                options.writers(),
                crew.everyone().size(),
                options.windowMillis(),
                options.idsPerSecond(),
                options.seed(),
                options.faults().stream()
                        .map(fault -> fault.name().toLowerCase(Locale.ROOT))
                        .sorted()
                        .toList(),
                faketime == null ? ChaosResult.ABSENT : faketime.toString(),
                fakeClocks,
                torment.outagesByKind(),
                restarts.runs(),
                restarts.failures(),
                happened.restores(),
                diaries.counter(Diary.FAILED_CALLS),
                diaries.counter(Diary.FAILED_STARTS),
                diaries.longestStartMillis(),
                counters(diaries),
                diaries.reasons(),
                found.first().stream().map(this::explained).toList(),
                found.duplicates() == 0 && missing.isEmpty(),
                missing,
                options.keep() ? work.path().toString() : null);
    }

    private static Map<String, Long> counters(DiaryReading diaries) {
        Map<String, Long> counters = new TreeMap<>(diaries.counters());
        counters.put(ChaosResult.PROCESSES_STARTED, diaries.processesStarted());
        return counters;
    }

    private Duplicate explained(DuplicateSearch.Sighting sighting) {
        return new Duplicate(
                sighting.id(),
                maker.explain(sighting.id()),
                sighting.files().stream().map(WriterFiles::whose).toList());
    }

    private static double tenths(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }

    private static String describe(List<DatabaseAddress> addresses) throws SQLException {
        List<String> described = new ArrayList<>();
        for (DatabaseAddress address : addresses) {
            Database database = address.database();
            described.add(LedgerStore.of(database).version() + " at " + database.typed());
        }
        return String.join(", and ", described);
    }

    private void onClose(AutoCloseable resource) {
        synchronized (toClose) {
            toClose.add(resource);
        }
    }

    /** In reverse order, so processes end before their files are removed. */
    private void closeAll() {
        synchronized (toClose) {
            for (int i = toClose.size() - 1; i >= 0; i--) {
                try {
                    toClose.get(i).close();
                } catch (Exception e) {
                    System.err.println("could not clean up: " + e.getMessage());
                }
            }
            toClose.clear();
        }
    }

    private void endEarly() {
        closeAll();
        System.err.println("interrupted: the run has stopped, and says nothing about ids");
    }

    /** As an exit would: how a run failed after it was told to stop is of no interest. */
    private static void awaitEndOfJvm() {
        while (true) {
            LockSupport.park();
        }
    }

    private void forgetEmergency() {
        try {
            Runtime.getRuntime().removeShutdownHook(emergency);
        } catch (IllegalStateException shuttingDown) {
            awaitEndOfJvm();
        }
    }
}
