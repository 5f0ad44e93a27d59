package io.snowflakeid.demo.chaos;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One fault at a time, to tell which makers of ids withstand what. All of a run's faults are drawn from its seed. */
public enum SingleFault {
    /** Nothing goes wrong: some processes on one host. */
    NONE,

    /**
     * Nothing goes wrong, but every process sees itself as process 1 of the same host, with the same address and network card: as
     * containers with host networking do, or the first container on each of several hosts.
     */
    LOOK_ALIKES,

    /** {@code kill -9}, and another process at once. */
    KILLS,

    /** {@code SIGSTOP} for three windows; meanwhile another process is killed and replaced. */
    PAUSES,

    /** The wall clock of a quarter of the processes is set back again and again while they run, by 0.05 to 5 s. */
    CLOCK_SET_BACK,

    /** A quarter of the processes are killed twice, and come back with their wall clock set back by up to a third of the run. */
    RESTART_IN_THE_PAST,

    /** A process loses its ledger for three windows; meanwhile another process is killed and replaced. */
    OUTAGES;

    Set<FaultFamily> families() {
        return switch (this) {
            case NONE, LOOK_ALIKES -> Set.of();
            case KILLS -> Set.of(FaultFamily.KILLS);
            case PAUSES -> Set.of(FaultFamily.PAUSES, FaultFamily.KILLS);
            case CLOCK_SET_BACK -> Set.of(FaultFamily.CLOCKS);
            case RESTART_IN_THE_PAST -> Set.of(FaultFamily.KILLS, FaultFamily.CLOCKS);
            case OUTAGES -> Set.of(FaultFamily.OUTAGES, FaultFamily.KILLS);
        };
    }

    /**
     * Why this machine cannot do it; empty if it can.
     *
     * @param faketime the library that fakes clocks; null searches the usual places
     */
    public Optional<String> whyImpossible(@Nullable Path faketime) {
        if (this == LOOK_ALIKES) {
            return LookAlikes.whyImpossible();
        }
        if (families().contains(FaultFamily.CLOCKS) && Faketime.find(faketime) == null) {
            return Optional.of("libfaketime was not found");
        }
        return Optional.empty();
    }

    /** What stands before the command of every writer process. */
    List<String> launcher() {
        return this == LOOK_ALIKES ? LookAlikes.LAUNCHER : List.of();
    }

    /** @param fakeClocks how many writers have a clock that can be set, the ones with the highest numbers */
    List<Fault> plan(ChaosOptions options, int fakeClocks) {
        SingleFaultPlan plan = new SingleFaultPlan(options);
        return switch (this) {
            case NONE, LOOK_ALIKES -> List.of();
            case KILLS -> FaultPlan.of(options, 0, false, false);
            case PAUSES -> plan.pauses();
            case CLOCK_SET_BACK -> plan.clockSetBack(fakeClocks);
            case RESTART_IN_THE_PAST -> plan.restartsInThePast(fakeClocks);
            case OUTAGES -> plan.outages();
        };
    }
}
