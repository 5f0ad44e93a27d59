package io.snowflakeid;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends the right to take tickets without a look at the clock ({@link Lease#limit}) where callers stopped before they used it up. Its
 * daemon thread looks about once in each tick, starts with the first such right, and ends when there has been none for a while.
 * Generators are held weakly. Thread-safe.
 */
final class LimitExpirer {

    /** One for all generators. */
    static final LimitExpirer SHARED = new LimitExpirer();

    private final List<WeakReference<IdIssuer>> watched = new ArrayList<>(); // guarded by this
    private boolean running; // guarded by this

    /** Looks after a generator, until {@link IdIssuer#expireLimit} says no; false if no thread can be started. */
    synchronized boolean watch(IdIssuer issuer) {
        if (!running && !start()) {
            return false;
        }
        watched.add(new WeakReference<>(issuer));
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
        for (Long nanos = look(); nanos != null; nanos = look()) {
            TimeSource.system().park(nanos);
        }
    }

    /** Returns how long to wait before the next look, in nanoseconds; null if nothing is left to look after. */
    private synchronized @Nullable Long look() {
        long shortest = Long.MAX_VALUE;
        for (Iterator<WeakReference<IdIssuer>> each = watched.iterator(); each.hasNext(); ) {
            IdIssuer issuer = each.next().get();
            if (issuer == null || !issuer.expireLimit()) {
                each.remove();
            } else {
                shortest = Math.min(shortest, issuer.tickNanos());
            }
        }
        running = !watched.isEmpty();
        return running ? shortest : null;
    }
}
