package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Races of a lease, which {@link LeaseStressIT} runs; {@code .ci/planted-faults} has them find that the mark is read before the lease is closed. */
final class LeaseStress {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("41x1ms/0/10/4@2010-11-04T01:42:54.657Z");
    private static final long FROM = 100;
    private static final long UNTIL = 101;
    private static final long LAST = (UNTIL << 4) - 1; // ticket of the window

    private LeaseStress() {}

    private static Lease lease() {
        return new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, UNTIL, "token", 0), FROM, new AtomicLong());
    }

    /** A ticket is covered if it was never taken, or lies in the window and below the mark that is written to the ledger. */
    private static boolean covered(long ticket, long mark) {
        return ticket == Lease.NONE || (ticket >>> 4 >= FROM && ticket >>> 4 < mark);
    }

    private static long ticketOf(long id) {
        return (id >>> (LAYOUT.bits() - LAYOUT.timestampBits()) << 4)
                | LAYOUT.decode(id).sequence();
    }

    // ---- two calls never share a ticket

    @JCStressTest
    @Outcome(
            id = {"1600, 1601", "1601, 1600"},
            expect = Expect.ACCEPTABLE,
            desc = "one after the other, in either order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the same ticket twice, or one that was skipped")
    @State
    public static class TakeAndTake {
        private final Lease lease = lease();

        @Actor
        public void one(JJ_Result r) {
            r.r1 = lease.take(FROM);
        }

        @Actor
        public void other(JJ_Result r) {
            r.r2 = lease.take(FROM);
        }
    }

    // ---- ranges and single calls never meet

    @JCStressTest
    @Outcome(
            id = {"1600, 1603", "1601, 1600"},
            expect = Expect.ACCEPTABLE,
            desc = "one after the other, in either order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a ticket twice, or one that was skipped")
    @State
    public static class RangeAndTake {
        private final Lease lease = lease();

        @Actor
        public void range(JJ_Result r) {
            r.r1 = lease.take(FROM, 3);
        }

        @Actor
        public void single(JJ_Result r) {
            r.r2 = lease.take(FROM);
        }
    }

    // ---- what was taken lies below the close mark

    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the ticket lies below the mark, or was refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the next holder may get that tick again")
    @State
    public static class TakeAndClose {
        private final Lease lease = lease();
        private long ticket;
        private long mark;

        @Actor
        public void take() {
            ticket = lease.take(FROM);
        }

        @Actor
        public void close() {
            mark = lease.close();
        }

        @Arbiter
        public void check(Z_Result r) {
            r.r1 = covered(ticket, mark);
        }
    }

    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the ticket lies below the mark, or was refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the next holder may get that tick again")
    @State
    public static class TakeBelowTheLimitAndClose {
        private final Lease lease = lease();
        private long ticket;
        private long mark;

        /** After eight calls the rest of the tick is below the limit. */
        public TakeBelowTheLimitAndClose() {
            for (int call = 0; call < 9; call++) {
                lease.setLimit(lease.take(FROM), call, 1_000_000, true);
            }
        }

        @Actor
        public void take() {
            long id = lease.idBelowLimit(0);
            ticket = id >= 0 ? ticketOf(id) : id == Lease.NONE ? Lease.NONE : lease.keep(~id);
        }

        @Actor
        public void close() {
            mark = lease.close();
        }

        @Arbiter
        public void check(Z_Result r) {
            r.r1 = covered(ticket, mark);
        }
    }

    // ---- a renewal that arrives while the lease closes

    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the ticket lies below the mark, or was refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a late renewal made a ticket valid that the mark does not cover")
    @State
    public static class TakeRenewAndClose {
        private final Lease lease = lease();
        private long ticket;
        private long mark;

        @Actor
        public void renewAndTake() {
            lease.extend(UNTIL + 5);
            ticket = lease.take(UNTIL);
        }

        @Actor
        public void close() {
            mark = lease.close();
        }

        @Arbiter
        public void check(Z_Result r) {
            r.r1 = covered(ticket, mark);
        }
    }

    // ---- the count of tickets, read while others take them

    @JCStressTest
    @Outcome(
            id = {"0, 2", "1, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "as many as were taken, or less while they are being taken")
    @Outcome(expect = Expect.FORBIDDEN, desc = "skipped tickets are counted")
    @State
    public static class OpenTickAndCount {
        private final AtomicLong skipped = new AtomicLong();
        private final Lease lease =
                new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, UNTIL + 1, "token", 0), FROM, skipped);

        private long issued() {
            long spent = lease.spent();
            return Math.max(0, spent - skipped.get());
        }

        @Actor
        public void one() {
            lease.take(FROM + 1);
        }

        @Actor
        public void countAndTake(JJ_Result r) {
            r.r1 = issued();
            lease.take(FROM + 1, 1);
        }

        @Arbiter
        public void countAll(JJ_Result r) {
            r.r2 = issued();
        }
    }

    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "what was handed out is what counts")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "a ticket counts that was not handed out, or does not count although it was")
    @State
    public static class LastTicketAndRenewal {
        private final AtomicLong skipped = new AtomicLong();
        private final Lease lease = new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, UNTIL, "token", 0), FROM, skipped);
        private long one;
        private long other;

        {
            lease.take(FROM, 15);
        }

        @Actor
        public void one() {
            one = lease.take(FROM);
        }

        @Actor
        public void otherAndRenew() {
            other = lease.take(FROM);
            lease.extend(UNTIL + 1);
        }

        @Arbiter
        public void check(Z_Result r) {
            long taken = 15L + (one == Lease.NONE ? 0 : 1) + (other == Lease.NONE ? 0 : 1);
            boolean inside = (other == Lease.NONE || other == LAST)
                    && (one == Lease.NONE || one == LAST || one == LAST + 1)
                    && (one == Lease.NONE || one != other);
            boolean right = inside && lease.spent() - skipped.get() == taken;
            lease.extend(UNTIL + 2); // what was lost is not counted again
            r.r1 = right && lease.spent() - skipped.get() == taken;
        }
    }

    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "what was handed out is what counts")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a ticket beyond the window counts")
    @State
    public static class LastTicketAndEnd {
        private final AtomicLong skipped = new AtomicLong();
        private final Lease lease = new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, UNTIL, "token", 0), FROM, skipped);
        private long one;
        private long other;

        {
            lease.take(FROM, 15);
        }

        @Actor
        public void one() {
            one = lease.take(FROM);
        }

        @Actor
        public void other() {
            other = lease.take(FROM);
        }

        @Arbiter
        public void check(Z_Result r) {
            boolean oneHasIt = (one == LAST && other == Lease.NONE) || (one == Lease.NONE && other == LAST);
            boolean right = oneHasIt && lease.spent() - skipped.get() == 16;
            lease.close();
            r.r1 = right && lease.spent() - skipped.get() == 16;
        }
    }
}
