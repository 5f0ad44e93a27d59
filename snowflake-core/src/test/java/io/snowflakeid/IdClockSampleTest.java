package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A thread is paused in the middle of a sample of the wall clock. */
class IdClockSampleTest extends OnManualTime {

    @Test
    void aSlowStartDoesNotMakeIdsOld() {
        WorkerLedger fixed = fixed(LAYOUT);
        WorkerLedger slow = (WorkerLedger) Proxy.newProxyInstance(
                WorkerLedger.class.getClassLoader(), new Class<?>[] {WorkerLedger.class}, (proxy, method, args) -> {
                    Object answer = method.invoke(fixed, args);
                    time.pass(Duration.ofMillis(method.getName().equals("acquire") ? 80 : 0));
                    return answer;
                });
        try (SnowflakeIdGenerator ids = on(slow, ClockPolicy.rideThrough()).build()) {
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusMillis(80));
        }
    }

    @Test
    void aPauseBetweenItsTwoReadingsDoesNotMoveIds() {
        try (SnowflakeIdGenerator ids =
                on(fixed(LAYOUT), ClockPolicy.rideThrough()).build()) {
            time.pass(Duration.ofSeconds(2));
            time.beforeWallIsRead.set(() -> time.pass(Duration.ofSeconds(5)));
            ids.nextId(); // takes a sample
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(7));
            time.pass(Duration.ofSeconds(2));
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(9));
            assertThat(heard.events()).isEmpty();
        }
    }
}
