package io.snowflakeid.commandline;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Removes the data of a run when it ends, also if this JVM is terminated, for example by Ctrl-C. A JVM that is
 * terminated interrupts the run's thread, which ends the run's processes and transactions and removes the data.
 */
public final class RunEnd {

    /** The time limit for an interrupted run to stop and to remove its data. */
    private static final int SECONDS_TO_STOP = 60;

    private final Removal removal;
    private final Thread run = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptRun, "end-of-interrupted-run");
    private volatile String outcome = "is removed";

    /** The removal at the end of a run. */
    public interface Removal {
        /** Removes all data of the run. */
        void run() throws SQLException;
    }

    /** Registers the calling thread as the run. */
    public RunEnd(Removal removal) {
        this.removal = removal;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Removes the data. The run calls this at its end. This method does not return while the JVM shuts down. */
    public void begin() throws SQLException {
        Thread.interrupted(); // clears the flag, so that the removal is not interrupted
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
                LockSupport.park(); // waits for the exit, so that later failures of the run are not reported
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
