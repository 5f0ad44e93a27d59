package io.snowflakeid;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Ends the right to take tickets without a look at the clock ({@link Lease#limit}) where calls have become rare before they used it up. Its
 * daemon thread looks about once in each tick while there is such a right, and for a while after. Generators are held weakly. Thread-safe.
 */
final class LimitExpirer {

    /** One for all generators. */
    static final LimitExpirer SHARED = new LimitExpirer();

    private static final int MOST_IDLE_LOOKS = 100;

    private final SerialExecutor executor = new SerialExecutor("snowflake-limits", false);
    private final List<Watched> watched = new ArrayList<>(); // guarded by this

    private static final class Watched {
        private final WeakReference<IdIssuer> issuer;
        private int idleLooks;

        Watched(IdIssuer issuer) {
            this.issuer = new WeakReference<>(issuer);
        }

        /** Returns how long a tick is, in nanoseconds; 0 if there is nothing more to look after. */
        long look() {
            IdIssuer present = issuer.get();
            if (present == null) {
                return 0;
            }
            idleLooks = present.expireLimit() ? 0 : idleLooks + 1;
            return idleLooks >= MOST_IDLE_LOOKS && present.endWatch() ? 0 : present.tickNanos();
        }
    }

    /** Looks after a generator, until it has had no limit for a while; false if no thread can be started. */
    synchronized boolean watch(IdIssuer issuer) {
        try {
            if (watched.isEmpty()) {
                executor.schedule(this::look, issuer.tickNanos());
            }
        } catch (OutOfMemoryError e) {
            return false; // no thread is left: each call looks at the clock
        }
        watched.add(new Watched(issuer));
        return true;
    }

    private synchronized void look() {
        long shortest = Long.MAX_VALUE;
        for (Iterator<Watched> each = watched.iterator(); each.hasNext(); ) {
            long tickNanos = each.next().look();
            if (tickNanos == 0) {
                each.remove();
            } else {
                shortest = Math.min(shortest, tickNanos);
            }
        }
        if (!watched.isEmpty()) {
            executor.schedule(this::look, shortest);
        }
    }
}
