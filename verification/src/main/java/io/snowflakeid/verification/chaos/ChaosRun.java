package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.verification.chaos.ChaosResult.Duplicate;
import io.snowflakeid.verification.chaos.DuplicateSearch.Found;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/** One run: writers are started, tormented for a while, and ended; then all ids are compared with each other. */
public final class ChaosRun {

    private static final long SECONDS_TO_START = 120;
    private static final long STEP_MILLIS = 20;

    private final ChaosOptions options;
    private final Path folder;
    private final Progress progress;
    private final IdMaker maker;
    private final @Nullable Path faketime;
    private final List<AutoCloseable> toClose = new ArrayList<>(); // in reverse
    private final Thread emergency = new Thread(this::endEarly, "end chaos");

    private ChaosRun(ChaosOptions options, Path folder, Progress progress) {
        this.options = options;
        this.folder = folder;
        this.progress = progress;
        maker = IdMaker.named(options.maker());
        faketime = options.faults().contains(FaultFamily.CLOCKS) ? faketime(options.faketime()) : null;
    }

    /** What goes wrong when. */
    public interface Plan {

        /** All that the options ask for, drawn from their seed. */
        Plan RANDOM = FaultPlan::of;

        /**
         * The same for the same options.
         *
         * @param fakeClocks how many writers have a clock that can be set, the ones with the highest numbers
         * @param databases whether the writers have a database that can be cut off
         */
        List<Fault> of(ChaosOptions options, int fakeClocks, boolean databases);

        /** What stands before the command of every writer process. */
        default List<String> launcher() {
            return List.of();
        }
    }

    /** Told how far a run is. */
    public interface Progress {
        /** {@code done} of {@code total}, as far as it is known, of this step. */
        void show(String step, long done, long total);
    }

    /**
     * The libfaketime that was named, else one in the usual places; null if there is none.
     *
     * @throws CommandFailure if the named one does not exist
     */
    public static @Nullable Path faketime(@Nullable Path named) {
        return FakeClock.library(named);
    }

    /**
     * Runs it. Whatever happens, the end of this JVM included, no process is left, and no file unless it was asked for.
     *
     * @param databases what the writers share, if their maker needs something; none for one of the run's own
     * @param folder where the ids go meanwhile, 8 bytes for each
     * @param progress called by this thread
     * @throws CommandFailure if it could not be carried through: it says nothing about ids
     * @throws IllegalArgumentException if there is no such maker
     */
    public static ChaosResult run(
            ChaosOptions options, Plan plan, List<Database> databases, Path folder, Progress progress) {
        ChaosRun run = new ChaosRun(options, folder, progress);
        WriterProcess.requireSignals();
        Runtime.getRuntime().addShutdownHook(run.emergency);
        try {
            return run.runOn(databases, plan);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("the run was interrupted", e);
        } catch (IOException e) {
            throw failed("a file could not be read or written (" + e.getMessage() + ")", e);
        } catch (SQLException e) {
            throw CommandFailure.ofDatabase("the ledger's database failed (" + e.getMessage() + ")", e);
        } finally {
            run.closeAll();
            run.forgetEmergency();
        }
    }

    static CommandFailure failed(String message, @Nullable Exception cause) {
        return new CommandFailure(ExitCode.UNEXPECTED, message, cause);
    }

    private ChaosResult runOn(List<Database> given, Plan plan) throws IOException, SQLException, InterruptedException {
        Path work = Files.createTempDirectory(Files.createDirectories(folder), "chaos-ids-");
        if (!options.keep()) {
            onClose(() -> remove(work));
        }
        List<Database> databases =
                !maker.needsDatabase() ? List.of() : given.isEmpty() ? List.of(ownDatabase()) : given;
        List<DatabaseAddress> addresses =
                databases.stream().map(DatabaseAddress::of).toList();
        MakerSettings settings = new MakerSettings(
                databases,
                "chaos-" + UUID.randomUUID().toString().substring(0, 8),
                options.windowMillis(),
                0,
                0,
                options.faults().contains(FaultFamily.LEFT_OPEN));
        prepare(settings);
        Cables cables = new Cables(addresses, options.writers());
        onClose(cables);
        List<FakeClock> clocks = clocks(work);
        Crew crew = new Crew(options, settings, work, cables, clocks, plan.launcher());
        onClose(crew);
        Torment torment = new Torment(
                crew, cables, () -> maker.copy(settings), options.restartCommand(), folder.resolve("restart.log"));
        onClose(torment);
        crew.startAll();
        awaitReady(crew);
        torment.plan(plan.of(options, clocks.size(), !databases.isEmpty()));
        double seconds = torment(torment, crew);
        crew.end();
        return check(work, crew, torment, settings, clocks.size(), seconds);
    }

    private static void remove(Path work) throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }

    /** An H2 in this process's memory, served on the loopback interface alone. */
    private Database ownDatabase() throws SQLException {
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", "127.0.0.1");
        }
        String name = "mem:chaos-" + UUID.randomUUID();
        onClose(new Database("the ledger", "jdbc:h2:" + name, "sa", "").connect()); // it is there as long as this
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        onClose(server::stop);
        return new Database("the ledger", "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name, "sa", "");
    }

    private void prepare(MakerSettings settings) {
        try {
            maker.prepare(settings);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failed(maker.name() + " could not be prepared (" + e.getMessage() + ")", e);
        }
        if (!options.keep()) {
            onClose(() -> maker.cleanUp(settings));
        }
    }

    /** A quarter of the writers, since a look at a fake clock takes so long that they make few ids. */
    private List<FakeClock> clocks(Path work) throws IOException {
        List<FakeClock> clocks = new ArrayList<>();
        for (int i = 0; faketime != null && i < Math.max(1, options.writers() / 4); i++) {
            clocks.add(new FakeClock(faketime, work.resolve("clock-" + i)));
        }
        return clocks;
    }

    private void awaitReady(Crew crew) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (long ready = crew.ready(); ready < options.writers(); ready = crew.ready()) {
            progress.show("start writers", ready, options.writers());
            crew.replaceTheDead();
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS_TO_START)) {
                throw failed(
                        "only " + ready + " of " + options.writers() + " writers made ids after " + SECONDS_TO_START
                                + " s ("
                                + String.join("; ", Diary.sumOf(crew.diaries()).reasons())
                                + "): fix that, or ask for fewer writers if the machine is busy",
                        null);
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
    }

    private double torment(Torment torment, Crew crew) throws IOException, SQLException, InterruptedException {
        long start = System.nanoTime();
        long total = options.seconds() * 1000L;
        for (long now = 0; now < total; now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)) {
            torment.until(now);
            crew.replaceTheDead();
            progress.show("make ids, and trouble (s)", now / 1000, options.seconds());
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
        torment.endAll();
        return (System.nanoTime() - start) / 1e9;
    }

    private ChaosResult check(
            Path work, Crew crew, Torment torment, MakerSettings settings, int fakeClocks, double seconds)
            throws IOException, SQLException, InterruptedException {
        Diary diaries = Diary.sumOf(crew.diaries());
        long start = System.nanoTime();
        Found found = compare(work);
        Map<String, Long> counters = new TreeMap<>(diaries.counters());
        long clockSteps = Objects.requireNonNullElse(counters.remove(Diary.CLOCK_STEPS), 0L); // a key of its own
        long outages = torment.outagesByKind().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        List<String> missing = new ArrayList<>();
        addIfNone("ids", found.ids(), missing);
        addIfNone(Torment.KILLS, torment.counted(Torment.KILLS), missing);
        addIfNone(Torment.PAUSES, torment.counted(Torment.PAUSES), missing);
        if (!settings.databases().isEmpty()) {
            addIfNone("outages", outages, missing);
        }
        if (fakeClocks > 0) {
            addIfNone("clockSteps", clockSteps, missing);
        }
        if (options.faults().contains(FaultFamily.RESTORES)) {
            addIfNone(Torment.RESTORES, torment.counted(Torment.RESTORES), missing);
        }
        return new ChaosResult(
                found.ids(),
                found.duplicates(),
                torment.counted(Torment.KILLS),
                torment.counted(Torment.PAUSES),
                clockSteps,
                outages,
                Math.round(found.ids() / seconds),
                diaries.longestStallMillis(),
                tenths(seconds),
                tenths((System.nanoTime() - start) / 1e9),
                maker.name(),
                maker.describe(settings),
                settings.products(),
                options.writers(),
                crew.diaries().size(),
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
                torment.restarts(),
                torment.restartsFailed(),
                torment.counted(Torment.RESTORES),
                diaries.counter(Diary.FAILED_CALLS),
                diaries.counter(Diary.FAILED_STARTS),
                diaries.startMillis(),
                counters,
                diaries.reasons(),
                found.first().stream().map(this::explained).toList(),
                found.duplicates() == 0 && missing.isEmpty(),
                List.copyOf(missing),
                options.keep() ? work.toString() : null);
    }

    private Found compare(Path work) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(work)) {
            files = all.filter(WriterTask::areIds).sorted().toList();
        }
        String step = "compare every id with every other one";
        long most = DuplicateSearch.mostIdsIn(files);
        progress.show(step, 0, most);
        return new DuplicateSearch(DuplicateSearch.idsForThisHeap(), done -> progress.show(step, done, most)).in(files);
    }

    private static void addIfNone(String what, long count, List<String> missing) {
        if (count == 0) {
            missing.add(what);
        }
    }

    private Duplicate explained(DuplicateSearch.Sighting sighting) {
        return new Duplicate(
                sighting.id(),
                maker.explain(sighting.id()),
                sighting.files().stream().map(WriterTask::whose).toList());
    }

    private static double tenths(double seconds) {
        return Math.round(seconds * 10) / 10.0;
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

    /** How a run failed after this JVM was told to end is of no interest. */
    private void forgetEmergency() {
        try {
            Runtime.getRuntime().removeShutdownHook(emergency);
        } catch (IllegalStateException shuttingDown) {
            while (true) {
                LockSupport.park();
            }
        }
    }
}
