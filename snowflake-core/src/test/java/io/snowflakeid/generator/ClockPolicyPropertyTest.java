package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdBatch;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the clocks do, in whatever order: the laws that every policy keeps, on ticks of 1 ms and of 1 s. */
class ClockPolicyPropertyTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    /** What one call may take at most, unless ids are ahead of the clock: a burst's two ticks, the tier that sleeps, and one tick more. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(4);

    enum Kind {
        CALL,
        RESERVE,
        PASS,
        STEP,
        STEP_WHILE_PARKED,
        FREEZE,
        RESUME,
        ACCEPT
    }

    record Event(Kind kind, long millis, int count) {}

    @Property(tries = 1000)
    void noIdRepeatsAndTheyIncrease(
            @ForAll("policies") ClockPolicy policy,
            @ForAll("events") List<Event> events,
            @ForAll boolean longTicks,
            @ForAll boolean runsAhead) {
        new World(policy, longTicks, runsAhead).run(events);
    }

    @Provide
    Arbitrary<ClockPolicy> policies() {
        return Arbitraries.of(ClockPolicy.rideThrough(), ClockPolicy.tiered(), ClockPolicy.refuse());
    }

    @Provide
    Arbitrary<List<Event>> events() {
        Arbitrary<Long> millis = Arbitraries.oneOf(
                Arbitraries.longs().between(-120, 120),
                Arbitraries.longs().between(-11_000, 11_000),
                Arbitraries.of(-86_400_000L, -3_600_000L, 3_600_000L, 31_536_000_000L, -31_536_000_000L));
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        millis,
                        Arbitraries.integers().between(1, 400))
                .as(Event::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    /** One generator and its clocks, with what was seen of both. */
    private static final class World {
        private final ManualTime time = new ManualTime(NOON);
        private final SnowflakeLayout layout;
        private final boolean readsWallClock;
        private final long runAheadTicks;
        private final SnowflakeIdGenerator ids;
        private final Set<Long> made = new HashSet<>();
        private long lastId;
        private Duration aheadOfClock = Duration.ZERO;
        private boolean wallWasDisturbed; // while it was waited for, or by standing still
        private long highestWall; // since the start, or the last resume
        private long spent; // the first tick of the present lease
        private long lead; // ticks by which a lease moved ids ahead of the wall clock

        /** 16 ids a tick: bursts are used up all the time, also those that may not run ahead. */
        World(ClockPolicy policy, boolean longTicks, boolean runsAhead) {
            layout = SnowflakeLayout.parse(
                    longTicks ? "41x1000ms/0/0/4@2020-01-01T00:00:00Z" : "41x1ms/0/0/4@2020-01-01T00:00:00Z");
            runAheadTicks = runsAhead ? layout.runAheadTicks() : 0;
            readsWallClock = policy.readsWallClock;
            highestWall = time.wallNanos();
            spent = tickAt(highestWall) + layout.runAheadTicks() + 1;
            ids = SnowflakeIdGenerator.builder(
                            FixedWorkerLedger.of(layout, 0).inNamespace("policies-" + UUID.randomUUID()))
                    .timeSource(time)
                    .clockPolicy(policy)
                    .runAhead(layout.tick().multipliedBy(runAheadTicks))
                    .build();
        }

        void run(List<Event> events) {
            try (QuietLog quiet = new QuietLog();
                    ids) {
                assertThat(quiet).isNotNull();
                events.forEach(this::apply);
                recover();
            }
        }

        private void apply(Event event) {
            switch (event.kind()) {
                case CALL -> attempt(() -> ids.nextId());
                case RESERVE -> reserve(event.count());
                case PASS -> time.pass(Duration.ofMillis(Math.abs(event.millis())));
                case STEP -> time.stepWall(Duration.ofMillis(event.millis()));
                case STEP_WHILE_PARKED ->
                    time.whileParked = () -> {
                        wallWasDisturbed = true;
                        time.whileParked = () -> {};
                        time.stepWall(Duration.ofMillis(event.millis()));
                        noteWall();
                    };
                case FREEZE -> freeze(event.count() % 4);
                case RESUME -> resume();
                case ACCEPT -> ids.acceptLeap();
            }
            noteWall();
        }

        private void noteWall() {
            highestWall = Math.max(highestWall, time.wallNanos());
        }

        private void freeze(int which) {
            wallWasDisturbed |= which != 0;
            time.wallStandsStill = which == 1 || which == 3;
            time.monotonicStandsStill = which == 2 || which == 3;
        }

        private void reserve(int count) {
            long before = time.nanos();
            noteClock();
            try {
                IdBatch batch = ids.reserve(count);
                while (batch.remaining() > 0) {
                    attempt(batch::next);
                    if (batch.remaining() == count) {
                        return;
                    }
                    count = batch.remaining();
                }
            } catch (NoIdAvailableException e) {
                assertEnded(before);
            }
        }

        private void attempt(Supplier<Long> call) {
            long before = time.nanos();
            noteClock();
            try {
                check(call.get());
            } catch (NoIdAvailableException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
            assertEnded(before);
        }

        /** While the clock that ids follow stands still, ids go on without it; later calls wait until it is there. */
        private void noteClock() {
            if (readsWallClock) {
                long used = wallWasDisturbed ? (ids.issued() >> layout.sequenceBits()) + 1 : 0;
                aheadOfClock = layout.tick().multipliedBy(used);
                return;
            }
            Instant clock = time.wallInstant().plus(ids.status().ahead());
            Duration ahead = lastId == 0
                    ? Duration.ZERO
                    : Duration.between(clock, layout.decode(lastId).timestamp());
            aheadOfClock = ahead.isNegative() ? Duration.ZERO : ahead;
        }

        private void assertEnded(long before) {
            assertThat(Duration.ofNanos(time.nanos() - before)).isLessThanOrEqualTo(LONGEST_CALL.plus(aheadOfClock));
        }

        private void check(long id) {
            assertThat(made.add(id)).as("%s is made for the first time", id).isTrue();
            assertThat(id).isGreaterThan(lastId);
            lastId = id;
            noteWall(); // a park moves it
            if (readsWallClock && !wallWasDisturbed) {
                assertThat(tickOf(id)).isLessThanOrEqualTo(tickAt(highestWall) + runAheadTicks + lead);
            }
        }

        private long tickOf(long id) {
            return layout.tickAt(layout.decode(id).timestamp());
        }

        private long tickAt(long wallNanos) {
            return layout.tickAt(Instant.ofEpochSecond(0, wallNanos));
        }

        private void resume() {
            try {
                if (ids.resume()) {
                    highestWall = time.wallNanos();
                    noteLease(tickAt(highestWall));
                }
            } catch (WorkerLedgerException e) {
                assertThat(e).hasMessageContaining("has no tick");
            }
        }

        /** A lease begins just behind what a burst may have borrowed, or where the one before ended: then ids are moved there. */
        private void noteLease(long now) {
            spent = Math.max(spent, lastId == 0 ? 0 : tickOf(lastId) + 1);
            long first = now + layout.runAheadTicks() + 1;
            lead = spent > first ? spent - now : 0;
            spent = Math.max(spent, first);
        }

        /** Once clocks go again, ids do: after a resume, or once a clock that is behind has caught up. */
        private void recover() {
            freeze(0);
            time.whileParked = () -> {};
            Duration caughtUp = Duration.ofNanos(Math.max(0, highestWall - time.wallNanos()));
            time.pass(caughtUp.plusSeconds(10));
            resume();
            int before = made.size();
            attempt(() -> ids.nextId());
            assertThat(made).hasSize(before + 1);
        }
    }
}
