package io.snowflakeid.commandline;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Removes the data of a run when the run ends, even if this JVM is terminated, for example by Ctrl-C. On termination, this class
 * interrupts the run's thread, which then ends its processes and transactions and removes the data.
 */
public final class RunEnd {

    /** The seconds within which an interrupted run must stop and remove its data. */
    private static final int SECONDS_TO_STOP = 60;

    private final Removal removal;
    private final Thread run = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptRun, "end-of-interrupted-run");
    private volatile String outcome = "is removed";

    /** The code that removes the data of a run. */
    public interface Removal {
        /** Removes all data that the run created. */
        void run() throws SQLException;
    }

    /** Registers the calling thread as the thread of the run. */
    public RunEnd(Removal removal) {
        this.removal = removal;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Removes the data of the run. The run calls this method at its end. If the JVM is shutting down, this method does not return. */
    public void begin() throws SQLException {
        Thread.interrupted(); // this call clears the interrupt flag, which would otherwise interrupt the removal
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
                // this thread waits until the JVM exits, so that the run reports no further failures
                LockSupport.park();
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
        System.err.println("interrupted: the run has stopped, and its data " + outcome);
    }
}
