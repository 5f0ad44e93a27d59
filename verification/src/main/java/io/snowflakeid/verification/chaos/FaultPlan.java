package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.chaos.Fault.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;

/** Random faults, evenly distributed over the run. Equal options give equal faults. */
record FaultPlan(ChaosOptions options, int fakeClocks, Random random, List<Fault> faults) {

    /** The largest clock step is shorter than an hour, because ledgers reject a clock that is wrong by an hour. */
    static final long FARTHEST_CLOCK_MILLIS = 59 * 60_000L;

    private static final long LEAST_KILL_INTERVAL_MILLIS = 2_000;
    private static final long CLOCK_INTERVAL_MILLIS = 1_500;
    private static final long RESTART_INTERVAL_MILLIS = 20_000;
    private static final long RESTORE_INTERVAL_MILLIS = 30_000;
    private static final long LEAST_AGE_MILLIS = 1_000;
    private static final long SMALL_STEP_MILLIS = 5_000;

    static List<Fault> of(ChaosOptions options, int fakeClocks, boolean databases) {
        FaultPlan plan = new FaultPlan(options, fakeClocks, new Random(options.seed()), new ArrayList<>());
        plan.addAll(databases);
        return List.copyOf(plan.faults);
    }

    private long totalMillis() {
        return options.seconds() * 1000L;
    }

    private void addAll(boolean databases) {
        Set<FaultFamily> wanted = options.faults();
        if (wanted.contains(FaultFamily.KILLS)) {
            long every = Math.max(LEAST_KILL_INTERVAL_MILLIS, options.windowMillis() * 3 / 2);
            spread(every, 0, at -> add(at, Kind.KILL, anyWriter(), 0));
        }
        if (wanted.contains(FaultFamily.PAUSES)) {
            // a pause is longer than the window, so that the lease has ended when the writer resumes
            spread(
                    2 * options.windowMillis(),
                    options.windowMillis() * 5 / 2,
                    at -> add(at, Kind.PAUSE, anyWriter(), windows(1.2, 2.5)));
        }
        if (wanted.contains(FaultFamily.CLOCKS) && fakeClocks > 0) {
            spread(CLOCK_INTERVAL_MILLIS, 0, this::stepClock);
        }
        if (wanted.contains(FaultFamily.OUTAGES) && databases) {
            addOutages();
        }
        long half = totalMillis() / 2;
        if (wanted.contains(FaultFamily.RESTORES) && databases) {
            spread(RESTORE_INTERVAL_MILLIS, half, at -> add(at, Kind.RESTORE, anyWriter(), LEAST_AGE_MILLIS));
        }
        if (options.restartCommand() != null) {
            spread(RESTART_INTERVAL_MILLIS, half, at -> add(at, Kind.RESTART, Fault.EVERY_WRITER, 0));
        }
    }

    private void spread(long intervalMillis, long longestMillis, LongConsumer add) {
        long usable = totalMillis() - longestMillis;
        long count = Math.max(1, usable / intervalMillis);
        for (long i = 0; i < count; i++) {
            add.accept((long) ((i + random.nextDouble()) * usable / count));
        }
    }

    private void add(long atMillis, Kind kind, int writer, long lastsMillis) {
        faults.add(new Fault(atMillis, kind, writer, lastsMillis, 0));
    }

    private int anyWriter() {
        return random.nextInt(options.writers());
    }

    private long windows(double least, double most) {
        return (long) ((least + random.nextDouble() * (most - least)) * options.windowMillis());
    }

    private void stepClock(long at) {
        double share = 2 * random.nextDouble() - 1;
        long offset =
                switch (random.nextInt(3)) {
                    case 0 -> (long) (share * FARTHEST_CLOCK_MILLIS);
                    case 1 -> (long) (share * SMALL_STEP_MILLIS);
                    default -> 0;
                };
        faults.add(new Fault(at, Kind.CLOCK_STEP, options.writers() - 1 - random.nextInt(fakeClocks), 0, offset));
    }

    /** Adds outages of each kind in random order. Half of the outages are longer than the window. */
    private void addOutages() {
        List<Fault> round = new ArrayList<>();
        spread(options.windowMillis() * 3 / 2, 3 * options.windowMillis(), at -> {
            if (round.isEmpty()) {
                for (Kind kind : Kind.OUTAGES) {
                    round.add(new Fault(0, kind, 0, windows(0.3, 0.8), 0));
                    round.add(new Fault(0, kind, 0, windows(1.2, 3.0), 0));
                }
                Collections.shuffle(round, random);
            }
            Fault drawn = round.remove(0);
            add(at, drawn.kind(), random.nextInt(4) == 0 ? Fault.EVERY_WRITER : anyWriter(), drawn.lastsMillis());
        });
    }
}
