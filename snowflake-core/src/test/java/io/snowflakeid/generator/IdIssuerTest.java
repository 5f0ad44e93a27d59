package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule 1: an id has the worker of its ticket's lease, although the lease is replaced at each reading.
 * Each reading of the current lease gives another one here, of the next worker, which serves as well as the ones before.
 */
class IdIssuerTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("41x1ms/0/10/10/2@2010-11-04T01:42:54.657Z");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final long NOON_TICK = LAYOUT.tickAt(NOON);
    private static final int MANY = 40;

    private final ManualTime time = new ManualTime(NOON);

    /** A way to take an id. */
    interface Call {
        LongSupplier on(IdIssuer issuer);
    }

    /** Every kind of call, under both kinds of policies; its ticket is due, ahead of the clock, or waited for. */
    static Stream<Arguments> calls() {
        List<Named<Call>> calls = List.of(
                Named.of("nextId", issuer -> issuer::nextId),
                Named.of("nextId with a gene", issuer -> () -> issuer.nextId(3)),
                Named.of("a reservation", issuer -> () -> issuer.reserve(1).next()),
                Named.of(
                        "a reservation with a gene",
                        issuer -> () -> issuer.reserve(1).next(3)),
                Named.of("an array", issuer -> () -> filled(issuer, 1)[0]));
        return calls.stream()
                .flatMap(call -> Stream.of(ClockPolicy.rideThrough(), ClockPolicy.tiered())
                        .flatMap(policy -> Stream.of(0, 5, 100)
                                .map(spent -> Arguments.of(call, policy, spent << LAYOUT.sequenceBits()))));
    }

    private static long[] filled(IdIssuer issuer, int count) {
        long[] ids = new long[count];
        issuer.fill(ids);
        return ids;
    }

    private static final class EachReadingAnother extends IdIssuer.Leases {
        private final List<Lease> given = new ArrayList<>();
        private final IdClock clock;
        private final int spentTickets;

        EachReadingAnother(GeneratorSettings settings, int spentTickets) {
            this.spentTickets = spentTickets;
            GeneratorEvents events = new GeneratorEvents(List.of());
            clock = IdClock.of(settings, ManualTime.nanosOf(NOON), events, (behind, isStillSo) -> {});
        }

        @Override
        Lease lease() {
            int worker = given.size();
            Lease next = new Lease(
                    LAYOUT,
                    new WorkerGrant(0, worker, NOON_TICK, NOON_TICK + 1_000, "token", 0),
                    NOON_TICK,
                    new AtomicLong());
            if (spentTickets > 0) {
                next.take(NOON_TICK, spentTickets);
            }
            given.add(next);
            return next;
        }

        /** The one whose worker the id has must be the one that has spent a ticket for it. */
        void requireTicketOf(long id) {
            DecodedId decoded = LAYOUT.decode(id);
            Lease claimed = given.get((int) decoded.worker());
            assertThat(claimed.spent()).as("tickets spent of %s", decoded).isEqualTo(spentTickets + 1);
            long tick = LAYOUT.tickAt(decoded.timestamp());
            long ticket = (tick << LAYOUT.sequenceBits()) | decoded.sequence();
            assertThat(ticket - (NOON_TICK << LAYOUT.sequenceBits())).isEqualTo(spentTickets);
        }

        @Override
        IdClock clock() {
            return clock;
        }

        @Override
        void requireServing(long waitedNanos) {}

        @Override
        boolean watchLimit(IdIssuer issuer) {
            return false;
        }

        @Override
        long awaitWindow(Lease spent, long spentUntil, long waitedNanos) {
            throw new AssertionError("every window has room");
        }
    }

    private GeneratorSettings settings(ClockPolicy policy) {
        return new GeneratorSettings(
                new MemoryLedger(LAYOUT, time, 1_000, 0),
                time,
                Duration.ofSeconds(2),
                policy,
                Duration.ofSeconds(10),
                LAYOUT.tick().multipliedBy(LAYOUT.runAheadTicks()));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anIdHasTheWorkerOfItsTicket(Call call, ClockPolicy policy, int spentTickets) {
        GeneratorSettings settings = settings(policy);
        EachReadingAnother leases = new EachReadingAnother(settings, spentTickets);
        LongSupplier ids = call.on(new IdIssuer(settings, new GeneratorEvents(List.of()), leases));
        for (int i = 0; i < MANY; i++) {
            leases.requireTicketOf(ids.getAsLong());
        }
    }

    /** Larger methods are not inlined by HotSpot: see {@link IdIssuer}. */
    @Test
    void whatIsSeldomDoneStaysOutOfTheCallers() throws URISyntaxException {
        StringWriter text = new StringWriter();
        ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
        URI classes = IdIssuer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        String folder = Path.of(classes).toString();
        javap.run(new PrintWriter(text), new PrintWriter(text), "-p", "-c", "-cp", folder, IdIssuer.class.getName());
        String body = text.toString().split("long issueByClock\\(", 2)[1].split("\n\n", 2)[0];
        int end = Pattern.compile("(\\d+): lreturn")
                .matcher(body)
                .results()
                .mapToInt(each -> Integer.parseInt(each.group(1)))
                .max()
                .orElseThrow();
        assertThat(end).isGreaterThan(325);
    }
}
