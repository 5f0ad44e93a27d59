package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A listener that writes down what it hears of a lease and of calls; the same thing again, and again, is written once. */
class HeardLease implements GeneratorListener {

    private final Instant start;
    private final List<String> events = new ArrayList<>(); // guarded by this

    /** @param start ends of windows are written as milliseconds since then */
    HeardLease(Instant start) {
        this.start = start;
    }

    synchronized List<String> events() {
        return List.copyOf(events);
    }

    /** The test's own limit ends the wait. */
    void await(String event) {
        while (!events().contains(event)) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("'" + event + "' was not told, but " + events());
            }
            Thread.onSpinWait();
        }
    }

    private synchronized void note(String event) {
        if (events.isEmpty() || !events.get(events.size() - 1).equals(event)) {
            events.add(event);
        }
    }

    private String sinceStart(Instant until) {
        return " until +" + Duration.between(start, until).toMillis();
    }

    @Override
    public void acquired(long datacenter, long worker, Instant until) {
        note("acquired " + datacenter + "/" + worker + sinceStart(until));
    }

    @Override
    public void renewed(long datacenter, long worker, Instant until) {
        note("renewed " + datacenter + "/" + worker + sinceStart(until));
    }

    @Override
    public void renewalFailed(Instant until, Throwable reason) {
        note("failed" + sinceStart(until) + ": " + reason.getMessage());
    }

    @Override
    public void lost(long datacenter, long worker) {
        note("lost " + datacenter + "/" + worker);
    }

    @Override
    public void released(long datacenter, long worker) {
        note("released " + datacenter + "/" + worker);
    }

    @Override
    public void wentOffline(Duration behind) {
        note("offline " + behind);
    }

    @Override
    public void resumed(long datacenter, long worker) {
        note("resumed " + datacenter + "/" + worker);
    }

    @Override
    public void waited(Duration waited) {
        note("waited " + waited);
    }
}
