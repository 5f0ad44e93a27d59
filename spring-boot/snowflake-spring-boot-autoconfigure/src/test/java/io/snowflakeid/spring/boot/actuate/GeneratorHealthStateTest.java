package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowflakeid.IdBatch;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.ClockMovedBackwardsException;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Health, endpoint and meters of one generator. */
@Timeout(60)
class GeneratorHealthStateTest {

    private static final String NOW = "2026-06-01T12:00:00Z";

    private final HandMovedTime time = new HandMovedTime(NOW);
    private TestLedger ledger;
    private WatchedGenerator generator;
    private SnowflakeMeters meters;
    private MeterRegistry registry;

    @BeforeEach
    void open() {
        open(SnowflakeLayout.DEFAULT, ClockPolicy.rideThrough());
    }

    private void open(SnowflakeLayout layout, ClockPolicy policy) {
        if (generator != null) {
            close();
        }
        ledger = new TestLedger(layout, time);
        generator = ledger.watched("orders", policy);
        meters = new SnowflakeMeters(() -> List.of(generator), time);
        registry = new SimpleMeterRegistry();
        meters.bindTo(registry);
    }

    @AfterEach
    void close() {
        generator.ids().close();
    }

    private GeneratorHealthState state() {
        return generator.state();
    }

    private double meter(String name) {
        return meter(registry, name);
    }

    private static double meter(MeterRegistry registry, String name) {
        return registry.get("snowflake." + name)
                .tag("generator", "orders")
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    private double seconds(String timer) {
        return registry.get("snowflake." + timer).functionTimer().totalTime(TimeUnit.SECONDS);
    }

    private void failToRenew(String reason) {
        generator.events().renewalFailed(generator.ids().status().windowUntil(), new WorkerLedgerException(reason));
    }

    // ---- the lease

    @Test
    void aGeneratorWithAWindowIsOnline() {
        long before = generator.ids().issued();
        time.pass(Duration.ofSeconds(30));

        assertThat(state().isOnline()).isTrue();
        assertThat(state().warnings()).isEmpty();
        assertThat(state().endsSoon()).isNull();
        assertThat(meter("online")).isEqualTo(1);
        assertThat(meter("lease.remaining")).isEqualTo(90);
        assertThat(meter("lease.acquisitions")).isEqualTo(1);
        assertThat(meter("layout.remaining")).isBetween(54 * 365.0, 55 * 365.0);
        assertThat(generator.ids().issued()).isEqualTo(before);
    }

    @Test
    void aWindowThatIsOverSaysWhatTheLedgerSaidLastAndSinceWhen() {
        failToRenew("connection refused");
        time.pass(TestLedger.WINDOW);
        generator.events().lost(0, 5);
        failToRenew("too many connections");

        assertThat(state().whyOffline)
                .containsSubsequence(
                        "the window of worker 5 ended at 2026-06-01T12:02:00Z",
                        "the test ledger has granted no other window",
                        "since 2026-06-01T12:00:00Z (too many connections)",
                        "retries continue",
                        "ids resume once it responds");
    }

    @Test
    void aFailureThatTheWindowOutlastsIsAWarning() {
        time.pass(Duration.ofSeconds(20));
        failToRenew("connection refused");

        assertThat(state().isOnline()).isTrue();
        assertThat(state().warnings())
                .singleElement()
                .asString()
                .containsSubsequence(
                        "the test ledger has granted no more time since 2026-06-01T12:00:20Z (connection refused)",
                        "ids continue for 100 s, until 2026-06-01T12:02:00Z",
                        "longer once it responds");

        generator.events().renewed(0, 5, Instant.parse(NOW));

        assertThat(state().warnings()).isEmpty();
        assertThat(meter("lease.renewals")).isEqualTo(1);
        assertThat(meter("lease.renewal.failures")).isEqualTo(1);
    }

    @Test
    void aLostWorkerIsOfflineThoughItsWindowLasts() {
        generator.events().lost(0, 5);

        assertThat(state().whyOffline)
                .startsWith("worker 5 was lost before its window ended and the test ledger has not responded yet");
        assertThat(meter("lease.losses")).isEqualTo(1);
        assertThat(meter("online")).isZero();
        assertThat(meter("lease.remaining")).isZero();

        generator.events().acquired(0, 6, Instant.parse(NOW));
        assertThat(state().isOnline()).isTrue();
    }

    @Test
    void waitsAreCountedAndTimed() {
        generator.events().waited(Duration.ofMillis(300));
        generator.events().waited(Duration.ofMillis(200));

        assertThat(meter("wait.time")).isEqualTo(2);
        assertThat(seconds("wait.time")).isEqualTo(0.5);
        assertThat(meter("waits")).isZero();
    }

    @Test
    void aBurstIsCountedByTheGenerator() {
        time.pass(Duration.ofSeconds(1));
        generator.ids().reserve(3 * 4096); // the current tick and the next two
        assertThat(meter("borrowed")).isEqualTo(2);
        assertThat(meter("issued")).isEqualTo(3 * 4096);

        IdBatch batch = generator.ids().reserve(100_000);
        while (batch.remaining() > 0) {
            batch.next();
        }
        assertThat(meter("waits")).isPositive();
        assertThat(meter("wait.time")).isPositive();
    }

    // ---- the clock

    /** The generator calls its listeners on another thread. */
    private void awaitStepsBack(long steps) throws InterruptedException {
        while (generator.events().stepsBack.sum() < steps) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void stepsOfTheClockAreCountedAndMeasured() throws InterruptedException {
        generator.events().clockSetBack(Duration.ofMillis(20), Reaction.RIDES_THROUGH);
        generator.ids().nextId();
        time.setWallClock(Duration.ofSeconds(-3));
        time.pass(Duration.ofSeconds(2));
        generator.ids().nextId();
        awaitStepsBack(2);

        assertThat(meter("clock.rollbacks")).isEqualTo(1);
        assertThat(meter("clock.rollback.largest")).isEqualTo(3);
        assertThat(meter("clock.rollback.time")).isEqualTo(2);
        assertThat(seconds("clock.rollback.time")).isEqualTo(3.02);
        assertThat(meter("clock.ahead")).isEqualTo(3);
    }

    @Test
    void aClockThatWasSetBackFarTakesItOffline() throws InterruptedException {
        open(SnowflakeLayout.DEFAULT, ClockPolicy.tiered());
        generator.ids().nextId();
        time.setWallClock(Duration.ofMinutes(-1));
        assertThatThrownBy(generator.ids()::nextId).isInstanceOf(NoIdAvailableException.class);
        while (generator.events().offlineBehind.isZero()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }

        assertThat(state().whyOffline)
                .containsSubsequence(
                        "the generator is offline since 2026-06-01T11:59:00Z",
                        "the wall clock was set back by 60000 ms",
                        "further than clock policy tiered(3 ms, 100 ms, 5000 ms)",
                        "correct the clock",
                        "call resume()");

        generator.ids().resume();
        assertThat(state().isOnline()).isTrue();
    }

    @Test
    void aPolicyThatRefusesIsOfflineUntilTheClockHasCaughtUp() throws InterruptedException {
        open(SnowflakeLayout.DEFAULT, ClockPolicy.refuse());
        generator.ids().nextId();
        time.setWallClock(Duration.ofSeconds(-30));
        assertThatThrownBy(generator.ids()::nextId).isInstanceOf(ClockMovedBackwardsException.class);
        awaitStepsBack(1);
        time.setWallClock(Duration.ofSeconds(-5));
        assertThatThrownBy(generator.ids()::nextId).isInstanceOf(ClockMovedBackwardsException.class);
        awaitStepsBack(2);

        assertThat(state().whyOffline)
                .containsSubsequence(
                        "the wall clock was set back",
                        "clock policy refuse",
                        "until it has reached 2026-06-01T12:00:00Z again",
                        "it shows 2026-06-01T11:59:25Z");

        time.pass(Duration.ofSeconds(35));
        assertThat(state().isOnline()).isTrue();
    }

    @Test
    void aLeapThatIsNotFollowedIsAWarning() {
        time.pass(Duration.ofSeconds(2));
        time.setWallClock(Duration.ofSeconds(60));
        generator.ids().nextId();

        assertThat(state().isOnline()).isTrue();
        assertThat(state().warnings())
                .singleElement()
                .asString()
                .containsSubsequence(
                        "a clock has leapt 60000 ms ahead", "is not followed", "correct it", "or call acceptLeap()");
        assertThat(meter("clock.leaps.refused")).isEqualTo(1);
        assertThat(meter("clock.leap.pending")).isEqualTo(60);
    }

    // ---- the layout

    @Test
    void aLayoutThatHasEndedIsOffline() {
        SnowflakeLayout ending = SnowflakeLayout.parse("10x1ms/0/10/12@" + NOW);
        open(ending, ClockPolicy.rideThrough());
        time.pass(Duration.ofMillis(1024));

        assertThat(state().whyOffline)
                .isEqualTo("layout " + ending.spec()
                        + " ran out at 2026-06-01T12:00:01.024Z: move to a layout with more timestamp bits");
    }

    @Test
    void aLayoutThatEndsWithinFiveYearsIsTold() {
        open(SnowflakeLayout.KUBERNETES, ClockPolicy.rideThrough());
        assertThat(state().endsSoon()).isNull();

        time.pass(Duration.ofDays(4 * 365));

        assertThat(state().endsSoon())
                .isEqualTo("the layout ends at " + SnowflakeLayout.KUBERNETES.exhaustedAt()
                        + ", within 5 years: plan a layout with more timestamp bits");
    }

    // ---- generators and registries

    @Test
    void aGeneratorOfTheApplicationsOwnHasItsStatusAlone() {
        WatchedGenerator own = new WatchedGenerator("own", generator.ids(), null, new RecordedEvents(time));
        MeterRegistry owns = new SimpleMeterRegistry();
        new SnowflakeMeters(() -> List.of(own), time).bindTo(owns);
        time.pass(TestLedger.WINDOW);

        assertThat(own.state().whyOffline)
                .startsWith(
                        "the window of worker 5 ended at 2026-06-01T12:02:00Z and its ledger has not responded yet");
        assertThat(names(owns))
                .isSubsetOf(names(registry))
                .hasSize(11)
                .doesNotContain("snowflake.wait.time", "snowflake.lease.acquisitions", "snowflake.workers.limit");
    }

    private static List<String> names(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .toList();
    }

    @Test
    @Timeout(30)
    void aRegistryKeepsNoGenerator() throws InterruptedException {
        MeterRegistry keeping = new SimpleMeterRegistry();
        WeakReference<SnowflakeIdGenerator> closed = bindAndClose(keeping, time);
        while (closed.get() != null) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(meter(keeping, "online")).isNaN();
        assertThat(keeping.getMeters())
                .allSatisfy(meter -> assertThat(meter.measure()).isNotEmpty());
    }

    private static WeakReference<SnowflakeIdGenerator> bindAndClose(MeterRegistry registry, HandMovedTime time) {
        WatchedGenerator generator =
                new TestLedger(SnowflakeLayout.DEFAULT, time).watched("orders", ClockPolicy.rideThrough());
        new SnowflakeMeters(() -> List.of(generator), time).bindTo(registry);
        assertThat(meter(registry, "online")).isEqualTo(1);
        generator.ids().close();
        return new WeakReference<>(generator.ids());
    }

    @Test
    @Timeout(30)
    void severalRegistriesAskTheLedgerOnceBetweenThem() throws InterruptedException {
        MeterRegistry other = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        meters.bindTo(other);
        while (Double.isNaN(meter("workers.held"))) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(meter(other, "workers.held")).isZero();
        assertThat(ledger.listed).hasValue(1);
    }
}
