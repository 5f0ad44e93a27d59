package io.snowflakeid.demo.databases;

import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What becomes of a run when this JVM is told to end, as by Ctrl-C: the run ends its writers and transactions itself, then what it
 * made is removed, and one line says so. How the run fails after that is of no interest.
 */
final class Interruption {

    /** How long a run may take to stop. */
    private static final int SECONDS_TO_STOP = 10;

    private final Removal removal;
    private final String outcome;
    private final Thread run = Thread.currentThread();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean begun;
    private final Thread hook = new Thread(this::endEarly, "end-of-interrupted-run");

    private Interruption(Removal removal, String outcome) {
        this.removal = removal;
        this.outcome = outcome;
    }

    /** What is done once the run has stopped. */
    interface Removal {
        void run() throws SQLException, InterruptedException;
    }

    /** Watches the run of the calling thread from now on. */
    static Interruption removing(Removal removal) {
        return watching(removal, "and what it made is removed");
    }

    /** For a run that leaves everything in place. */
    static Interruption keeping() {
        return watching(() -> {}, "and what it made is kept");
    }

    private static Interruption watching(Removal removal, String outcome) {
        Interruption interruption = new Interruption(removal, outcome);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** To be called by the run itself when it uses nothing any more. */
    void runHasStopped() {
        stopped.countDown();
    }

    /** True once this JVM was told to end: the removal is no longer the run's business. */
    boolean hasBegun() {
        return begun;
    }

    /** To be called by the run when it has removed everything: only now, as it may also be interrupted while it removes. */
    void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            awaitEndOfJvm();
        }
    }

    /** As an exit would. */
    private static void awaitEndOfJvm() {
        while (true) {
            LockSupport.park();
        }
    }

    private void endEarly() {
        begun = true;
        run.interrupt();
        try {
            if (!stopped.await(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                System.err.println(
                        "the run did not stop within " + SECONDS_TO_STOP + " s; removing what it made all the same");
            }
            removal.run();
            System.err.println("interrupted: the run has stopped, " + outcome);
        } catch (InterruptedException | SQLException | UncheckedIOException e) {
            System.err.println("error: interrupted, but what the run made could not be removed: " + e.getMessage());
        }
    }
}
