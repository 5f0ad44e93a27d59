package io.snowflakeid.commandline;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Removes the temporary data of a command when the command ends. If a signal stops the JVM, a shutdown hook interrupts the command's thread and waits
 * until the command's temporary data is removed.
 */
public final class RunEnd {

    private static final int SECONDS_TO_STOP = 60;

    private final Removal removal;
    private final Thread run = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptRun, "end-of-interrupted-run");
    private volatile String outcome = "is removed";

    /** Removes the temporary data of a command. */
    public interface Removal {
        void run() throws SQLException;
    }

    /** Registers the current thread as the thread that a shutdown hook interrupts. */
    public RunEnd(Removal removal) {
        this.removal = removal;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Removes the temporary data of the command. If the JVM is shutting down, this method does not return. */
    public void begin() throws SQLException {
        Thread.interrupted(); // an interrupt flag could stop the removal
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
                // the command's thread parks until the JVM exits, so that the command reports no failure
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
