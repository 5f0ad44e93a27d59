package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.ledger.FixedWorkerLedger;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A thread is paused in the middle of a sample of the wall clock. */
class IdClockSampleTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualTime time = new ManualTime(NOON);
    private final HeardEvents heard = new HeardEvents();

    private Instant timestampOfNext(SnowflakeIdGenerator ids) {
        return LAYOUT.decode(ids.nextId()).timestamp();
    }

    @Test
    void aSlowStartDoesNotMakeIdsOld() {
        WorkerLedger fixed = FixedWorkerLedger.of(LAYOUT, 7).inNamespace("slow-start");
        WorkerLedger slow = (WorkerLedger) Proxy.newProxyInstance(
                WorkerLedger.class.getClassLoader(), new Class<?>[] {WorkerLedger.class}, (proxy, method, args) -> {
                    Object answer = method.invoke(fixed, args);
                    time.pass(Duration.ofMillis(method.getName().equals("acquire") ? 80 : 0));
                    return answer;
                });
        try (SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.builder(slow).timeSource(time).build()) {
            assertThat(timestampOfNext(ids)).isEqualTo(NOON.plusMillis(80));
        }
    }

    @Test
    void aPauseBetweenItsTwoReadingsDoesNotMoveIds() {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(
                        FixedWorkerLedger.of(LAYOUT, 7).inNamespace("paused-sample"))
                .timeSource(time)
                .listener(heard)
                .build()) {
            time.pass(Duration.ofSeconds(2));
            time.beforeWallIsRead.set(() -> time.pass(Duration.ofSeconds(5)));
            ids.nextId(); // takes a sample
            assertThat(timestampOfNext(ids)).isEqualTo(NOON.plusSeconds(7));
            time.pass(Duration.ofSeconds(2));
            assertThat(timestampOfNext(ids)).isEqualTo(NOON.plusSeconds(9));
            assertThat(heard.events()).isEmpty();
        }
    }
}
