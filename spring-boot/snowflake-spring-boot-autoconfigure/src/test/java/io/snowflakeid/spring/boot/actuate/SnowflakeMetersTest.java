package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowflakeid.ClockPolicy;
import io.snowflakeid.GeneratorListener.Reaction;
import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SnowflakeMetersTest {

    private final HandMovedTime time = new HandMovedTime("2026-06-01T12:00:00Z");
    private final TestLedger ledger = new TestLedger(SnowflakeLayout.DEFAULT, time);
    private final WatchedGenerator generator = ledger.watched("orders", ClockPolicy.rideThrough());
    private final GeneratorEvents events = generator.events();
    private final SnowflakeIdGenerator ids = generator.ids();
    private final SnowflakeMeters meters = new SnowflakeMeters(() -> List.of(generator), time);
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        ids.close();
    }

    private double value(String meter) {
        return value(registry, meter);
    }

    private static double value(MeterRegistry registry, String meter) {
        return registry.get(meter)
                .tag("generator", "orders")
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    private double total(String timer) {
        return registry.get(timer).functionTimer().totalTime(TimeUnit.SECONDS);
    }

    @Test
    void waitsAreCountedAndTimed() {
        meters.bindTo(registry);
        events.waited(Duration.ofMillis(300));
        events.waited(Duration.ofMillis(200));

        assertThat(value("snowflake.wait.time")).isEqualTo(2);
        assertThat(total("snowflake.wait.time")).isEqualTo(0.5);
        assertThat(value("snowflake.waits")).isZero();
    }

    @Test
    void aBurstIsCountedByTheGenerator() {
        meters.bindTo(registry);
        time.pass(Duration.ofSeconds(1));
        ids.reserve(3 * 4096); // the present tick and two to come
        assertThat(value("snowflake.borrowed")).isEqualTo(2);
        assertThat(value("snowflake.issued")).isEqualTo(3 * 4096);

        IdBatch batch = ids.reserve(100_000);
        while (batch.remaining() > 0) {
            batch.next();
        }
        assertThat(value("snowflake.waits")).isPositive();
        assertThat(value("snowflake.wait.time")).isPositive();
    }

    @Test
    void stepsOfTheClockAreCountedAndMeasured() {
        meters.bindTo(registry);
        events.clockSetBack(Duration.ofMillis(20), Reaction.RIDES_THROUGH);
        ids.nextId();
        time.setWallClock(Duration.ofSeconds(-3));
        time.pass(Duration.ofSeconds(2));
        ids.nextId();

        assertThat(value("snowflake.clock.rollbacks")).isEqualTo(1);
        assertThat(value("snowflake.clock.rollback.largest")).isEqualTo(3);
        assertThat(value("snowflake.clock.rollback.time")).isEqualTo(2);
        assertThat(total("snowflake.clock.rollback.time")).isEqualTo(3.02);
        assertThat(value("snowflake.clock.ahead")).isEqualTo(3);
    }

    @Test
    void aLeapThatIsNotFollowedIsShown() {
        meters.bindTo(registry);
        time.pass(Duration.ofSeconds(2));
        time.setWallClock(Duration.ofSeconds(60));
        ids.nextId();

        assertThat(value("snowflake.clock.leaps.refused")).isEqualTo(1);
        assertThat(value("snowflake.clock.leap.pending")).isEqualTo(60);
    }

    @Test
    void theLeaseIsShown() {
        meters.bindTo(registry);
        events.renewed(0, 5, Instant.EPOCH);
        events.renewalFailed(Instant.EPOCH, new WorkerLedgerException("away"));
        events.renewalFailed(Instant.EPOCH, new WorkerLedgerException("away"));
        time.pass(Duration.ofSeconds(30));

        assertThat(value("snowflake.online")).isEqualTo(1);
        assertThat(value("snowflake.lease.remaining")).isEqualTo(90);
        assertThat(value("snowflake.lease.acquisitions")).isEqualTo(1);
        assertThat(value("snowflake.lease.renewals")).isEqualTo(1);
        assertThat(value("snowflake.lease.renewal.failures")).isEqualTo(2);
        assertThat(value("snowflake.lease.losses")).isZero();
        assertThat(value("snowflake.layout.remaining")).isBetween(54 * 365.0, 55 * 365.0);

        events.lost(0, 5);

        assertThat(value("snowflake.lease.losses")).isEqualTo(1);
        assertThat(value("snowflake.online")).isZero();
        assertThat(value("snowflake.lease.remaining")).isZero();
    }

    @Test
    @Timeout(30)
    void aRegistryKeepsNoGenerator() throws InterruptedException {
        WeakReference<SnowflakeIdGenerator> closed = bindAndClose(registry, time);
        while (closed.get() != null) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(value("snowflake.online")).isNaN();
        assertThat(registry.getMeters())
                .allSatisfy(meter -> assertThat(meter.measure()).isNotEmpty());
    }

    private static WeakReference<SnowflakeIdGenerator> bindAndClose(MeterRegistry registry, HandMovedTime time) {
        WatchedGenerator generator =
                new TestLedger(SnowflakeLayout.DEFAULT, time).watched("orders", ClockPolicy.rideThrough());
        new SnowflakeMeters(() -> List.of(generator), time).bindTo(registry);
        assertThat(value(registry, "snowflake.online")).isEqualTo(1);
        generator.ids().close();
        return new WeakReference<>(generator.ids());
    }

    @Test
    void aGeneratorOfTheApplicationsOwnHasWhatItsStatusSays() {
        WatchedGenerator own = new WatchedGenerator("own", ids, null, new GeneratorEvents(time));
        new SnowflakeMeters(() -> List.of(own), time).bindTo(registry);
        assertThat(names(registry))
                .containsExactlyInAnyOrder(
                        "snowflake.issued",
                        "snowflake.borrowed",
                        "snowflake.waits",
                        "snowflake.clock.rollbacks",
                        "snowflake.clock.rollback.largest",
                        "snowflake.clock.leaps.refused",
                        "snowflake.clock.leap.pending",
                        "snowflake.clock.ahead",
                        "snowflake.online",
                        "snowflake.lease.remaining",
                        "snowflake.layout.remaining");
    }

    @Test
    void severalRegistriesAskTheLedgerOnceBetweenThem() throws InterruptedException {
        MeterRegistry other = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        meters.bindTo(registry);
        meters.bindTo(other);
        while (Double.isNaN(value("snowflake.workers.held"))) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(value(other, "snowflake.workers.held")).isZero();
        assertThat(ledger.listed).hasValue(1);
    }

    private static List<String> names(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .toList();
    }
}
