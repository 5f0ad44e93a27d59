package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Carries a plan of faults out, and counts those that took effect. For one thread. */
final class Torment {

    private static final long DELAY_MILLIS = 700;
    private static final long LOOK_AGAIN_MILLIS = 100;

    private final Crew crew;
    private final Cables cables;
    private final ServerRestarts restarts;
    private final Shared shared;
    private final PriorityQueue<Due> agenda = new PriorityQueue<>(Comparator.comparingLong(Due::atMillis));
    private final Map<String, Long> outages = new TreeMap<>();
    private long kills;
    private long pauses;
    private long restores;
    private long now;

    private interface Deed {
        void run() throws IOException, SQLException;
    }

    /** What the makers share. */
    interface Shared {
        IdMaker.Copy copy() throws SQLException;
    }

    private record Due(long atMillis, boolean isEnd, Deed deed) {}

    Torment(List<Fault> plan, Crew crew, Cables cables, ServerRestarts restarts, Shared shared) {
        this.shared = shared;
        this.crew = crew;
        this.cables = cables;
        this.restarts = restarts;
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
            case RESTART -> restarts.begin();
            case RESTORE -> restore(fault);
            case CUT -> breakNetwork(fault, FaultyProxy.Fault.CUT);
            case DELAY -> breakNetwork(fault, FaultyProxy.Fault.DELAY);
            case HALF_OPEN -> breakNetwork(fault, FaultyProxy.Fault.HALF_OPEN);
            case REPLY_LOST -> breakNetwork(fault, FaultyProxy.Fault.REPLY_LOST);
        }
    }

    private void kill(int writer) {
        if (crew.get(writer).kill()) {
            kills++;
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
        restores++;
        kill(fault.writer() + 1);
    }

    /** The process is let go on even if it has been killed meanwhile; then it is no pause. */
    private void pause(Fault fault) {
        WriterProcess process = crew.get(fault.writer());
        if (process.stop()) {
            agenda.add(new Due(fault.endMillis(), true, () -> {
                if (process.goOn()) {
                    pauses++;
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
    private void breakNetwork(Fault fault, FaultyProxy.Fault how) {
        List<FaultyProxy> met = cables.toLose(fault.writer());
        met.forEach(proxy -> proxy.begin(how, DELAY_MILLIS));
        agenda.add(new Due(fault.endMillis(), true, () -> {
            if (met.stream().filter(FaultyProxy::end).count() > 0) {
                outages.merge(how.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
            }
        }));
    }

    long kills() {
        return kills;
    }

    long restores() {
        return restores;
    }

    long pauses() {
        return pauses;
    }

    long outages() {
        return outages.values().stream().mapToLong(Long::longValue).sum();
    }

    Map<String, Long> outagesByKind() {
        return Map.copyOf(outages);
    }
}
