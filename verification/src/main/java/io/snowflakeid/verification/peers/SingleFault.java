package io.snowflakeid.verification.peers;

import io.snowflakeid.verification.chaos.ChaosOptions;
import io.snowflakeid.verification.chaos.ChaosRun;
import io.snowflakeid.verification.chaos.FakeClock;
import io.snowflakeid.verification.chaos.Fault;
import io.snowflakeid.verification.chaos.Fault.Kind;
import io.snowflakeid.verification.chaos.FaultFamily;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One fault at a time, to tell which makers of ids withstand what. All of a run's faults are drawn from its seed. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state, and sets that nothing changes
enum SingleFault implements ChaosRun.Plan {
    /** Nothing goes wrong: some processes on one host. */
    NONE((options, clocks) -> List.of()),

    /**
     * Nothing goes wrong, but every process sees itself as process 1 of the same host, with the same address and network card: as
     * containers with host networking do, or the first container on each of several hosts.
     */
    LOOK_ALIKES((options, clocks) -> List.of()),

    /** {@code kill -9}, and another process at once. */
    KILLS((options, clocks) -> ChaosRun.Plan.RANDOM.of(options, 0, false), FaultFamily.KILLS),

    /** {@code SIGSTOP} for three windows; meanwhile another process is killed and replaced. */
    PAUSES((options, clocks) -> absences(options, Kind.PAUSE), FaultFamily.PAUSES, FaultFamily.KILLS),

    /** The wall clock of a quarter of the processes is set back again and again while they run, by 0.05 to 5 s. */
    CLOCK_SET_BACK(SingleFault::clocksSetBack, FaultFamily.CLOCKS),

    /** A quarter of the processes are killed twice, and come back with their wall clock set back by up to a third of the run. */
    RESTART_IN_THE_PAST(SingleFault::restartsInThePast, FaultFamily.KILLS, FaultFamily.CLOCKS),

    /** A process loses its ledger for three windows; meanwhile another process is killed and replaced. */
    OUTAGES((options, clocks) -> absences(options, Kind.CUT, Kind.HALF_OPEN), FaultFamily.OUTAGES, FaultFamily.KILLS);

    /** Ends the process with itself, so that a kill of the one is a kill of both. */
    private static final List<String> OWN_NAMESPACE =
            List.of("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child");

    private static final long CLOCK_ROUND_MILLIS = 1_000;
    private static final int RESTART_ROUNDS = 3;

    private final BiFunction<ChaosOptions, Integer, List<Fault>> drawing;

    /** What a run that has this one fault is asked for. */
    final Set<FaultFamily> families;

    SingleFault(BiFunction<ChaosOptions, Integer, List<Fault>> drawing, FaultFamily... families) {
        this.drawing = drawing;
        this.families = Set.of(families);
    }

    @Override
    public List<String> launcher() {
        return this == LOOK_ALIKES ? OWN_NAMESPACE : List.of();
    }

    /**
     * Why this machine cannot do it; empty if it can.
     *
     * @param faketime the library that fakes clocks; null searches the usual places
     */
    Optional<String> whyImpossible(@Nullable Path faketime) {
        if (this == LOOK_ALIKES) {
            return whyNoNamespace();
        }
        boolean clockless = families.contains(FaultFamily.CLOCKS) && FakeClock.library(faketime) == null;
        return clockless ? Optional.of("libfaketime was not found") : Optional.empty();
    }

    /** Tries it out. */
    private static Optional<String> whyNoNamespace() {
        List<String> command = new ArrayList<>(OWN_NAMESPACE);
        command.addAll(List.of("sh", "-c", "echo $$"));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return said.equals("1") ? Optional.empty() : Optional.of("unshare said: " + said);
        } catch (IOException e) {
            return Optional.of("there is no program 'unshare', which Linux has");
        }
    }

    @Override
    public List<Fault> of(ChaosOptions options, int fakeClocks, boolean databases) {
        return drawing.apply(options, fakeClocks);
    }

    /** One writer is away for three windows, and another one is replaced: only a new process can be given a worker that lapsed. */
    private static List<Fault> absences(ChaosOptions options, Kind... kinds) {
        Random random = new Random(options.seed());
        long window = options.windowMillis();
        List<Fault> faults = new ArrayList<>();
        int count = 0;
        for (long at = 0; at + 3 * window <= options.seconds() * 1000L; at += window * 7 / 2) {
            int absent = random.nextInt(options.writers());
            faults.add(new Fault(at, kinds[count++ % kinds.length], absent, 3 * window, 0));
            if (options.writers() > 1) {
                int killed = (absent + 1 + random.nextInt(options.writers() - 1)) % options.writers();
                faults.add(new Fault(at + window * 5 / 4, Kind.KILL, killed, 0, 0));
            }
        }
        return faults;
    }

    private static List<Fault> clocksSetBack(ChaosOptions options, int fakeClocks) {
        Random random = new Random(options.seed());
        List<Fault> faults = new ArrayList<>();
        long[] offsets = new long[fakeClocks];
        int step = 0;
        for (long at = CLOCK_ROUND_MILLIS; at < options.seconds() * 1000L; at += CLOCK_ROUND_MILLIS) {
            int clock = step % fakeClocks;
            boolean far = step++ / fakeClocks % 2 == 1;
            offsets[clock] -= far ? random.nextLong(1_000, 5_000) : random.nextLong(50, 1_000);
            faults.add(clockStep(at, options.writers() - fakeClocks + clock, offsets[clock]));
        }
        return faults;
    }

    /**
     * The clock is set right after the kill, long before the next process makes its first id; and so far that this one lives through
     * times again that the one before it has seen, even if it takes seconds to start.
     */
    private static List<Fault> restartsInThePast(ChaosOptions options, int fakeClocks) {
        Random random = new Random(options.seed());
        List<Fault> faults = new ArrayList<>();
        long[] offsets = new long[fakeClocks];
        long roundMillis = options.seconds() * 1000L / RESTART_ROUNDS;
        for (int round = 1; round < RESTART_ROUNDS; round++) {
            for (int clock = 0; clock < fakeClocks; clock++) {
                offsets[clock] -= random.nextLong(roundMillis * 3 / 4, roundMillis);
                int writer = options.writers() - fakeClocks + clock;
                faults.add(new Fault(round * roundMillis, Kind.KILL, writer, 0, 0));
                faults.add(clockStep(round * roundMillis + 1, writer, offsets[clock]));
            }
        }
        return faults;
    }

    private static Fault clockStep(long atMillis, int writer, long offsetMillis) {
        return new Fault(atMillis, Kind.CLOCK_STEP, writer, 0, offsetMillis);
    }
}
