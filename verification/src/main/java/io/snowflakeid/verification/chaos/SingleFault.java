package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.chaos.Fault.Kind;
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

/** A single kind of fault, for a comparison of id generators. The seed of a run determines its faults. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state, and the sets are immutable
enum SingleFault implements ChaosRun.Plan {
    NONE((options, clocks) -> List.of()),

    /** Every process has process id 1 and the same host and address, like the first containers on several hosts. */
    LOOK_ALIKES((options, clocks) -> List.of()),

    KILLS((options, clocks) -> ChaosRun.Plan.RANDOM.of(options, 0, false), FaultFamily.KILLS),

    /** A process is suspended for three windows, while another process is killed and replaced. */
    PAUSES((options, clocks) -> absences(options, Kind.PAUSE), FaultFamily.PAUSES, FaultFamily.KILLS),

    CLOCK_SET_BACK(SingleFault::clocksSetBack, FaultFamily.CLOCKS),

    /** A quarter of the processes are killed twice, and restart with their wall clock set back by up to a third of the run. */
    RESTART_IN_THE_PAST(SingleFault::restartsInThePast, FaultFamily.KILLS, FaultFamily.CLOCKS),

    /** A process cannot reach its ledger for three windows, while another process is killed and replaced. */
    OUTAGES((options, clocks) -> absences(options, Kind.CUT, Kind.HALF_OPEN), FaultFamily.OUTAGES, FaultFamily.KILLS);

    /** With --kill-child, a kill of the process {@code unshare} also kills the writer. */
    private static final List<String> OWN_NAMESPACE =
            List.of("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child");

    private static final long CLOCK_ROUND_MILLIS = 1_000;
    private static final int RESTART_ROUNDS = 3;

    private final BiFunction<ChaosOptions, Integer, List<Fault>> planner;

    final Set<FaultFamily> families;

    SingleFault(BiFunction<ChaosOptions, Integer, List<Fault>> planner, FaultFamily... families) {
        this.planner = planner;
        this.families = Set.of(families);
    }

    @Override
    public List<String> launcher() {
        return this == LOOK_ALIKES ? OWN_NAMESPACE : List.of();
    }

    /** Returns the reason why this machine does not support the fault, or an empty result. */
    Optional<String> whyImpossible(@Nullable Path faketime) {
        if (this == LOOK_ALIKES) {
            return whyNoNamespace();
        }
        boolean clockless = families.contains(FaultFamily.CLOCKS) && FakeClock.library(faketime) == null;
        return clockless ? Optional.of("libfaketime was not found") : Optional.empty();
    }

    private static Optional<String> whyNoNamespace() {
        List<String> command = new ArrayList<>(OWN_NAMESPACE);
        command.addAll(List.of("sh", "-c", "echo $$"));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return output.equals("1") ? Optional.empty() : Optional.of("unshare failed: " + output);
        } catch (IOException e) {
            return Optional.of("the program 'unshare' of Linux is missing");
        }
    }

    @Override
    public List<Fault> of(ChaosOptions options, int fakeClocks, boolean databases) {
        return planner.apply(options, fakeClocks);
    }

    /** Suspends one writer for three windows, and replaces another writer by a new process. Only a new process can get an expired worker. */
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

    /** Sets each clock back right after a kill, so far that the times of the killed process repeat. */
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
