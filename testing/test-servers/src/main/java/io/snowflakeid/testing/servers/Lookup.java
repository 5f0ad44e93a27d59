package io.snowflakeid.testing.servers;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Executes a search only once, and stores the result or the failure. */
final class Lookup<T> {

    private final Supplier<T> search;
    private @Nullable T found;
    private @Nullable Throwable failure;

    Lookup(Supplier<T> search) {
        this.search = search;
    }

    synchronized T get() {
        if (failure != null) {
            throw new AssertionError(failure.getMessage(), failure);
        }
        if (found == null) {
            try {
                found = search.get();
            } catch (RuntimeException | AssertionError e) {
                failure = e;
                throw e;
            }
        }
        return found;
    }
}
