package io.snowflakeid;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it hears. */
final class HeardEvents implements GeneratorListener {

    private final List<String> events = new CopyOnWriteArrayList<>();

    List<String> events() {
        return List.copyOf(events);
    }

    @Override
    public void clockSetBack(Duration by, Reaction reaction) {
        events.add("set back " + by + ", " + reaction);
    }

    @Override
    public void clockLeapt(Duration by) {
        events.add("leapt " + by);
    }

    @Override
    public void wentOffline(Duration behind) {
        events.add("offline " + behind);
    }

    @Override
    public void resumed(long datacenter, long worker) {
        events.add("resumed " + datacenter + "/" + worker);
    }
}
