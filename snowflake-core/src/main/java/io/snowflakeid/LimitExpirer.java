package io.snowflakeid;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Ends the right to take tickets without a look at the clock ({@link Lease#limit}) where calls have become rare before they used it up. Its
 * daemon thread looks about once in each tick, starts with the first such right, and ends when there has been none for a while.
 * Generators are held weakly. Thread-safe.
 */
final class LimitExpirer {

    /** One for all generators. */
    static final LimitExpirer SHARED = new LimitExpirer();

    private static final int MOST_IDLE_LOOKS = 100;

    private final List<Watched> watched = new ArrayList<>(); // guarded by this
    private boolean running; // guarded by this

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
        if (!running && !start()) {
            return false;
        }
        watched.add(new Watched(issuer));
        return true;
    }

    private boolean start() {
        Thread thread = new Thread(null, this::run, "snowflake-limits", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null); // of the caller, who may be undeployed
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            return false; // no thread is left: each call looks at the clock
        }
        running = true;
        return true;
    }

    private void run() {
        for (long nanos = look(); nanos > 0; nanos = look()) {
            TimeSource.system().park(nanos);
        }
    }

    /** Returns how long to wait before the next look, in nanoseconds; 0 if nothing is left to look after. */
    private synchronized long look() {
        long shortest = Long.MAX_VALUE;
        for (Iterator<Watched> each = watched.iterator(); each.hasNext(); ) {
            long tickNanos = each.next().look();
            if (tickNanos == 0) {
                each.remove();
            } else {
                shortest = Math.min(shortest, tickNanos);
            }
        }
        running = !watched.isEmpty();
        return running ? shortest : 0;
    }
}
