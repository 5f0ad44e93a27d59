package io.snowflakeid.commandline;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Removes what a run has made, when it is over and also when this JVM is asked to end, as by Ctrl-C: then the thread of the run is
 * interrupted, ends its processes and transactions itself, removes what it made, and one line says so.
 */
public final class RunEnd {

    /** How long an interrupted run may take to stop and to remove what it made. */
    private static final int SECONDS_TO_STOP = 60;

    private final Removal removal;
    private final Thread run = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptRun, "end-of-interrupted-run");
    private volatile String outcome = "is removed";

    /** What is done at the end. */
    public interface Removal {
        /** Removes all that the run has made. */
        void run() throws SQLException;
    }

    /** Watches the run of the calling thread from now on. */
    public RunEnd(Removal removal) {
        this.removal = removal;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** To be called by the run itself when it uses nothing any more. In a JVM that was asked to end it does not return. */
    public void begin() throws SQLException {
        Thread.interrupted(); // cleared, so that nothing interrupts the removal
        try {
            removal.run();
        } catch (SQLException | RuntimeException e) {
            outcome = "could not be removed: " + e.getMessage();
            throw e;
        } finally {
            over.countDown();
            forgetHook();
        }
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            while (true) {
                LockSupport.park(); // as an exit would: how the run fails after that is of no interest
            }
        }
    }

    private void interruptRun() {
        run.interrupt();
        try {
            if (!over.await(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                outcome = "is left, since it did not stop within " + SECONDS_TO_STOP + " s";
            }
        } catch (InterruptedException e) {
            outcome = "may be left";
        }
        System.err.println("interrupted: the run has stopped, and what it made " + outcome);
    }
}
