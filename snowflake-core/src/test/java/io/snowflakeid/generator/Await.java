package io.snowflakeid.generator;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does; the test's own limit ends the wait. */
final class Await {

    private Await() {}

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("waited in vain");
            }
            LockSupport.parkNanos(50_000); // what is waited for may need this processor
        }
    }
}
