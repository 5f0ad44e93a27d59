package io.snowflakeid.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A listener that writes down what it hears of a lease and of calls; the same thing again, and again, is written once. */
class RecordedLease extends RecordedEvents {

    private final Instant start;

    /** @param start ends of windows are written as milliseconds since then */
    RecordedLease(Instant start) {
        this.start = start;
    }

    /** The test's own limit ends the wait. */
    void await(String event) {
        Await.until(() -> events().contains(event));
    }

    @Override
    synchronized void note(String event) {
        List<String> before = events();
        if (before.isEmpty() || !before.get(before.size() - 1).equals(event)) {
            super.note(event);
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
    public void waited(Duration waited) {
        note("waited " + waited);
    }
}
