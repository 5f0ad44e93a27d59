package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it hears. */
class RecordedEvents implements GeneratorListener {

    private final List<String> events = new CopyOnWriteArrayList<>();

    /** What was told by now; listeners are told by a thread of their own. */
    final List<String> events() {
        return List.copyOf(events);
    }

    /** Waits until so much was told; the test's own limit ends the wait. */
    final void hears(String... expected) {
        Await.until(() -> events.size() >= expected.length);
        assertThat(events).containsExactly(expected);
    }

    void note(String event) {
        events.add(event);
    }

    @Override
    public void clockSetBack(Duration by, Reaction reaction) {
        note("set back " + by + ", " + reaction);
    }

    @Override
    public void clockLeapt(Duration by) {
        note("leapt " + by);
    }

    @Override
    public void wentOffline(Duration behind) {
        note("offline " + behind);
    }

    @Override
    public void resumed(long datacenter, long worker) {
        note("resumed " + datacenter + "/" + worker);
    }
}
