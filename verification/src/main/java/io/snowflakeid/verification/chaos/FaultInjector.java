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

final class FaultInjector implements AutoCloseable {

    private static final long RETRY_MILLIS = 100;
    private static final long SECONDS_TO_RESTART = 60;

    private final WriterPool writers;
    private final Callable<IdMaker.Copy> shared;
    private final @Nullable String restartCommand;
    private final Path restartLog;
    private final PriorityQueue<Event> schedule = new PriorityQueue<>(Comparator.comparingLong(Event::atMillis));
    private final List<Process> restarts = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private long now;

    private interface Action {
        void run() throws Exception;
    }

    private record Event(long atMillis, boolean isEnd, Action action) {}

    FaultInjector(WriterPool writers, Callable<IdMaker.Copy> shared, @Nullable String restartCommand, Path restartLog) {
        this.writers = writers;
        this.shared = shared;
        this.restartCommand = restartCommand;
        this.restartLog = restartLog;
    }

    void plan(List<Fault> plan) {
        plan.forEach(fault -> schedule.add(new Event(fault.atMillis(), false, () -> begin(fault))));
    }

    /** Executes all events that are due at the given time, in milliseconds after the start of the run. */
    void until(long nowMillis) throws Exception {
        now = nowMillis;
        for (Event next = schedule.peek(); next != null && next.atMillis() <= nowMillis; next = schedule.peek()) {
            schedule.remove();
            next.action().run();
        }
    }

    void endAll() throws Exception {
        for (Event next = schedule.poll(); next != null; next = schedule.poll()) {
            if (next.isEnd()) {
                next.action().run();
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

    private void pause(Fault fault) throws Exception {
        WriterProcess process = writers.get(fault.writer());
        if (process.pause()) {
            schedule.add(new Event(fault.endMillis(), true, () -> {
                if (process.resume()) {
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

    private void restart() throws IOException {
        if (restartCommand != null && restarts.stream().noneMatch(Process::isAlive)) {
            restarts.add(new ProcessBuilder("sh", "-c", restartCommand)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(restartLog.toFile()))
                    .start());
        }
    }

    /** Copies the ledger, then kills a writer, so that the lease of the writer's next process is missing from the copy. */
    private void restore(Fault fault) throws Exception {
        IdMaker.Copy copy = shared.call();
        WriterProcess killed = writers.get(fault.writer());
        kill(fault.writer());
        schedule.add(new Event(fault.endMillis(), false, () -> restoreCopy(fault, copy, killed)));
    }

    private void restoreCopy(Fault fault, IdMaker.Copy copy, WriterProcess killed) throws Exception {
        WriterProcess next = writers.get(fault.writer());
        if (next == killed || !next.isReady()) {
            schedule.add(new Event(now + RETRY_MILLIS, false, () -> restoreCopy(fault, copy, killed)));
            return;
        }
        copy.putBack();
        tookEffect(Kind.RESTORE);
        kill(fault.writer() + 1);
    }

    private void breakNetwork(Fault fault) {
        List<FaultyProxy> affected = writers.proxiesForOutage(fault.writer());
        affected.forEach(each -> each.begin(fault.kind()));
        schedule.add(new Event(fault.endMillis(), true, () -> {
            if (affected.stream().filter(FaultyProxy::end).count() > 0) {
                tookEffect(fault.kind());
            }
        }));
    }

    private void tookEffect(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /** Waits for the last restart command, and returns the number of faults that took effect. */
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

    @Override
    public void close() {
        restarts.forEach(Process::destroyForcibly);
    }
}
