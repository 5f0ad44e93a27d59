package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.chaos.ChaosResult.Effects;
import io.snowflakeid.verification.chaos.Fault.Kind;
import io.snowflakeid.verification.makers.IdMaker;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries a plan of faults out, and counts those that took effect. For one thread. */
final class FaultInjector implements AutoCloseable {

    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final long SECONDS_TO_RESTART = 60;

    private final WriterPool writers;
    private final Callable<IdMaker.Copy> shared;
    private final @Nullable String restartCommand;
    private final Path restartLog;
    private final PriorityQueue<Due> agenda = new PriorityQueue<>(Comparator.comparingLong(Due::atMillis));
    private final List<Process> restarts = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private long now;

    private interface Deed {
        void run() throws Exception;
    }

    private record Due(long atMillis, boolean isEnd, Deed deed) {}

    /**
     * @param shared copies what the makers share
     * @param restartCommand restarts the databases' server; null for none
     * @param restartLog gets what that command says
     */
    FaultInjector(WriterPool writers, Callable<IdMaker.Copy> shared, @Nullable String restartCommand, Path restartLog) {
        this.writers = writers;
        this.shared = shared;
        this.restartCommand = restartCommand;
        this.restartLog = restartLog;
    }

    void plan(List<Fault> plan) {
        plan.forEach(fault -> agenda.add(new Due(fault.atMillis(), false, () -> begin(fault))));
    }

    /** Does what is due by then, in milliseconds from the beginning. */
    void until(long nowMillis) throws Exception {
        now = nowMillis;
        for (Due next = agenda.peek(); next != null && next.atMillis() <= nowMillis; next = agenda.peek()) {
            agenda.remove();
            next.deed().run();
        }
    }

    /** Ends what still goes on; nothing begins any more. */
    void endAll() throws Exception {
        for (Due next = agenda.poll(); next != null; next = agenda.poll()) {
            if (next.isEnd()) {
                next.deed().run();
            }
        }
    }

    private void begin(Fault fault) throws Exception {
        switch (fault.kind()) {
            case KILL -> kill(fault.writer());
            case PAUSE -> pause(fault);
            case CLOCK_STEP -> stepClock(fault);
            case RESTART -> restart();
            case RESTORE -> restore(fault);
            case CUT, DELAY, HALF_OPEN, REPLY_LOST -> breakNetwork(fault);
        }
    }

    private void kill(int writer) {
        if (writers.get(writer).kill()) {
            tookEffect(Kind.KILL);
        }
    }

    /** The process is let go on even if it has been killed meanwhile; then it is no pause. */
    private void pause(Fault fault) throws Exception {
        WriterProcess process = writers.get(fault.writer());
        if (process.stop()) {
            agenda.add(new Due(fault.endMillis(), true, () -> {
                if (process.goOn()) {
                    tookEffect(Kind.PAUSE);
                }
            }));
        }
    }

    private void stepClock(Fault fault) throws IOException {
        FakeClock clock = writers.clockOf(fault.writer());
        if (clock != null) {
            clock.set(fault.clockMillis());
        }
    }

    /** Left out while the last one is still at it. */
    private void restart() throws IOException {
        if (restartCommand != null && restarts.stream().noneMatch(Process::isAlive)) {
            restarts.add(new ProcessBuilder("sh", "-c", restartCommand)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(restartLog.toFile()))
                    .start());
        }
    }

    /** The process that takes the place of a killed one is unknown to the copy: the one that starts next is offered the same worker. */
    private void restore(Fault fault) throws Exception {
        IdMaker.Copy copy = shared.call();
        WriterProcess killed = writers.get(fault.writer());
        kill(fault.writer());
        agenda.add(new Due(fault.endMillis(), false, () -> putBack(fault, copy, killed)));
    }

    private void putBack(Fault fault, IdMaker.Copy copy, WriterProcess killed) throws Exception {
        WriterProcess next = writers.get(fault.writer());
        if (next == killed || !next.isReady()) {
            agenda.add(new Due(now + LOOK_AGAIN_MILLIS, false, () -> putBack(fault, copy, killed)));
            return;
        }
        copy.putBack();
        tookEffect(Kind.RESTORE);
        kill(fault.writer() + 1);
    }

    /** A network that is broken already is left as it is. */
    private void breakNetwork(Fault fault) {
        List<FaultyProxy> met = writers.toLose(fault.writer());
        met.forEach(each -> each.begin(fault.kind()));
        agenda.add(new Due(fault.endMillis(), true, () -> {
            if (met.stream().filter(FaultyProxy::end).count() > 0) {
                tookEffect(fault.kind());
            }
        }));
    }

    private void tookEffect(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /** How often each kind took effect, so far. Waits for the last restart. */
    Effects effects() throws InterruptedException {
        long restartsFailed = 0;
        for (Process restart : restarts) {
            boolean ended = restart.waitFor(SECONDS_TO_RESTART, TimeUnit.SECONDS);
            restartsFailed += ended && restart.exitValue() == 0 ? 0 : 1;
        }
        Map<String, Long> outages = Kind.OUTAGES.stream()
                .filter(counts::containsKey)
                .collect(Collectors.toMap(kind -> kind.name().toLowerCase(Locale.ROOT), this::count));
        return new Effects(
                count(Kind.KILL), count(Kind.PAUSE), outages, restarts.size(), restartsFailed, count(Kind.RESTORE));
    }

    private long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Ends a restart command that is still at it; what it has started in the background stays. */
    @Override
    public void close() {
        restarts.forEach(Process::destroyForcibly);
    }
}
