package io.snowflakeid.demo.chaos;

import io.snowflakeid.demo.chaos.Fault.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** When one sort of fault happens, drawn from a seed: the same options give the same plan. */
final class SingleFaultPlan {

    private static final double ABSENCE_IN_WINDOWS = 3;
    private static final double KILL_AFTER_WINDOWS = 1.25;
    private static final double ROUND_IN_WINDOWS = 3.5;
    private static final long CLOCK_ROUND_MILLIS = 1_000;
    private static final int RESTART_ROUNDS = 3;

    private final ChaosOptions options;
    private final Random random;
    private final long totalMillis;
    private final List<Fault> faults = new ArrayList<>();

    SingleFaultPlan(ChaosOptions options) {
        this.options = options;
        random = new Random(options.seed());
        totalMillis = options.seconds() * 1000L;
    }

    List<Fault> pauses() {
        return absences(Kind.PAUSE);
    }

    List<Fault> outages() {
        return absences(Kind.CUT, Kind.HALF_OPEN);
    }

    /** One writer is away for longer than its lease, and another one is replaced: only a new process can be given a worker that lapsed. */
    private List<Fault> absences(Kind... kinds) {
        long roundMillis = windows(ROUND_IN_WINDOWS);
        int count = 0;
        for (long at = 0; at + windows(ABSENCE_IN_WINDOWS) <= totalMillis; at += roundMillis) {
            int absent = random.nextInt(options.writers());
            faults.add(new Fault(at, kinds[count++ % kinds.length], absent, windows(ABSENCE_IN_WINDOWS), 0));
            if (options.writers() > 1) {
                int killed = (absent + 1 + random.nextInt(options.writers() - 1)) % options.writers();
                faults.add(new Fault(at + windows(KILL_AFTER_WINDOWS), Kind.KILL, killed, 0, 0));
            }
        }
        return sorted();
    }

    private long windows(double count) {
        return Math.round(count * options.windowMillis());
    }

    List<Fault> clockSetBack(int fakeClocks) {
        long[] offsets = new long[fakeClocks];
        int step = 0;
        for (long at = CLOCK_ROUND_MILLIS; at < totalMillis; at += CLOCK_ROUND_MILLIS) {
            int clock = step % fakeClocks;
            boolean far = step++ / fakeClocks % 2 == 1;
            offsets[clock] -= far ? between(1_000, 5_000) : between(50, 1_000);
            faults.add(new Fault(at, Kind.CLOCK_STEP, writer(clock, fakeClocks), 0, offsets[clock]));
        }
        return sorted();
    }

    /**
     * The clock is set right after the kill, long before the next process makes its first id; and so far that this one lives through
     * times again that the one before it has seen, even if it takes seconds to start.
     */
    List<Fault> restartsInThePast(int fakeClocks) {
        long[] offsets = new long[fakeClocks];
        long roundMillis = totalMillis / RESTART_ROUNDS;
        for (int round = 1; round < RESTART_ROUNDS; round++) {
            for (int clock = 0; clock < fakeClocks; clock++) {
                offsets[clock] -= between(roundMillis * 3 / 4, roundMillis);
                int writer = writer(clock, fakeClocks);
                faults.add(new Fault(round * roundMillis, Kind.KILL, writer, 0, 0));
                faults.add(new Fault(round * roundMillis + 1, Kind.CLOCK_STEP, writer, 0, offsets[clock]));
            }
        }
        return sorted();
    }

    private int writer(int clock, int fakeClocks) {
        return options.writers() - fakeClocks + clock;
    }

    private long between(long leastMillis, long mostMillis) {
        return random.nextLong(leastMillis, mostMillis);
    }

    private List<Fault> sorted() {
        faults.sort(Comparator.comparingLong(Fault::atMillis));
        return List.copyOf(faults);
    }
}
