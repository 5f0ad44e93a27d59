package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it hears. */
final class HeardEvents implements GeneratorListener {

    private final List<String> events = new CopyOnWriteArrayList<>();

    /** What was told by now; listeners are told by a thread of their own. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** Waits until so much was told; the test's own limit ends the wait. */
    void hears(String... expected) {
        Await.until(() -> events.size() >= expected.length);
        assertThat(events).containsExactly(expected);
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
