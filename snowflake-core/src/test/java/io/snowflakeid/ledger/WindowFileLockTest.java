package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another process asks for a worker whose file is in use. */
@Timeout(60)
class WindowFileLockTest {

    private static final int REFUSED = 3;

    @TempDir
    Path folder;

    /** Ends at once: with 0 if it got the worker. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] file) {
            try {
                acquire(worker(Path.of(file[0])));
            } catch (WorkerLedgerException e) {
                System.exit(e.reason() == Reason.WORKER_IN_USE ? REFUSED : 1);
            }
        }
    }

    private static FixedWorkerLedger worker(Path file) {
        return FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3).storedIn(file);
    }

    private static WorkerGrant acquire(FixedWorkerLedger ledger) {
        return ledger.acquire(TimeSource.system().wallNanos());
    }

    private static int inAnotherProcess(Path file) throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-cp", classPath, Opener.class.getName(), file.toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    @Test
    void itIsRefusedAlsoAfterARefusalInTheHoldersProcess() throws Exception {
        Path file = folder.resolve("window");
        FixedWorkerLedger holder = worker(file);
        WorkerGrant grant = acquire(holder);
        assertThatThrownBy(() -> acquire(holder.inNamespace("other")))
                .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE);
        assertThat(inAnotherProcess(file)).isEqualTo(REFUSED);
        holder.release(grant, grant.from());
        assertThat(inAnotherProcess(file)).isZero();
    }
}
