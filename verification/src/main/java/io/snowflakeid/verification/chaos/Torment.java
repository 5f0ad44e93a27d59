package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.makers.IdMaker;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Carries a plan of faults out, and counts those that took effect. For one thread, besides {@link #close}. */
final class Torment implements AutoCloseable {

    static final String KILLS = "kills";
    static final String PAUSES = "pauses";
    static final String RESTORES = "restores";

    private static final long DELAY_MILLIS = 700;
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final long SECONDS_TO_RESTART = 60;

    private final Crew crew;
    private final Cables cables;
    private final @Nullable String restartCommand;
    private final Path restartLog;
    private final Shared shared;
    private final PriorityQueue<Due> agenda = new PriorityQueue<>(Comparator.comparingLong(Due::atMillis));
    private final Map<String, Long> outages = new TreeMap<>();
    private final List<Process> restarts = new CopyOnWriteArrayList<>();
    private final Map<String, Long> counts = new HashMap<>();
    private long now;

    private interface Deed {
        void run() throws IOException, SQLException;
    }

    /** What the makers share. */
    interface Shared {
        IdMaker.Copy copy() throws SQLException;
    }

    private record Due(long atMillis, boolean isEnd, Deed deed) {}

    /**
     * @param restartCommand restarts the databases' server; null for none
     * @param restartLog gets what that command says
     */
    Torment(Crew crew, Cables cables, Shared shared, @Nullable String restartCommand, Path restartLog) {
        this.crew = crew;
        this.cables = cables;
        this.shared = shared;
        this.restartCommand = restartCommand;
        this.restartLog = restartLog;
    }

    void plan(List<Fault> plan) {
        plan.forEach(fault -> agenda.add(new Due(fault.atMillis(), false, () -> begin(fault))));
    }

    /** Does what is due by then, in milliseconds from the beginning. */
    void until(long nowMillis) throws IOException, SQLException {
        now = nowMillis;
        for (Due next = agenda.peek(); next != null && next.atMillis() <= nowMillis; next = agenda.peek()) {
            agenda.remove();
            next.deed().run();
        }
    }

    /** Ends what still goes on; nothing begins any more. */
    void endAll() throws IOException, SQLException {
        for (Due next = agenda.poll(); next != null; next = agenda.poll()) {
            if (next.isEnd()) {
                next.deed().run();
            }
        }
    }

    private void begin(Fault fault) throws IOException, SQLException {
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
        if (crew.get(writer).kill()) {
            count(KILLS);
        }
    }

    /** The process that takes the place of a killed one is unknown to the copy: the one that starts next is offered the same worker. */
    private void restore(Fault fault) throws SQLException {
        IdMaker.Copy copy = shared.copy();
        WriterProcess killed = crew.get(fault.writer());
        kill(fault.writer());
        agenda.add(new Due(fault.endMillis(), false, () -> putBack(fault, copy, killed)));
    }

    private void putBack(Fault fault, IdMaker.Copy copy, WriterProcess killed) throws SQLException {
        WriterProcess next = crew.get(fault.writer());
        if (next == killed || !next.isReady()) {
            agenda.add(new Due(now + LOOK_AGAIN_MILLIS, false, () -> putBack(fault, copy, killed)));
            return;
        }
        copy.putBack();
        count(RESTORES);
        kill(fault.writer() + 1);
    }

    /** The process is let go on even if it has been killed meanwhile; then it is no pause. */
    private void pause(Fault fault) {
        WriterProcess process = crew.get(fault.writer());
        if (process.stop()) {
            agenda.add(new Due(fault.endMillis(), true, () -> {
                if (process.goOn()) {
                    count(PAUSES);
                }
            }));
        }
    }

    private void stepClock(Fault fault) throws IOException {
        FakeClock clock = crew.clockOf(fault.writer());
        if (clock != null) {
            clock.set(fault.clockMillis());
        }
    }

    /** A network that is broken already is left as it is. */
    private void breakNetwork(Fault fault) {
        List<FaultyProxy> met = cables.toLose(fault.writer());
        met.forEach(proxy -> proxy.begin(fault.kind(), DELAY_MILLIS));
        agenda.add(new Due(fault.endMillis(), true, () -> {
            if (met.stream().filter(FaultyProxy::end).count() > 0) {
                outages.merge(fault.kind().name().toLowerCase(Locale.ROOT), 1L, Long::sum);
            }
        }));
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

    long restarts() {
        return restarts.size();
    }

    /** Waits for the last one. */
    long restartsFailed() throws InterruptedException {
        long failed = 0;
        for (Process restart : restarts) {
            boolean ended = restart.waitFor(SECONDS_TO_RESTART, TimeUnit.SECONDS);
            failed += ended && restart.exitValue() == 0 ? 0 : 1;
        }
        return failed;
    }

    /** Ends a restart command that is still at it; what it has started in the background stays. */
    @Override
    public void close() {
        restarts.forEach(Process::destroyForcibly);
    }

    private void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** How many {@link #KILLS}, {@link #PAUSES} or {@link #RESTORES} took effect. */
    long counted(String what) {
        return counts.getOrDefault(what, 0L);
    }

    Map<String, Long> outagesByKind() {
        return Map.copyOf(outages);
    }
}
