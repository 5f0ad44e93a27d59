package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.testing.InThreads;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A fleet that starts all at once: 1,000 processes' worth of acquisitions of 1,024 workers, through eight ledgers with a pool of five
 * connections each. None is told that all are taken, although each sees others take what it was about to take. How long it took is
 * printed, not asserted: it is the machine's.
 */
@Timeout(180)
abstract class AcquisitionRush {

    private static final int LEDGERS = 8;
    private static final int CONNECTIONS_EACH = 5;
    private static final int ACQUISITIONS = 1000;

    abstract TestDatabase newDatabase();

    @Test
    void aThousandAcquisitionsAtOnceGetAThousandWorkers() throws Exception {
        try (TestDatabase database = newDatabase();
                Fleet fleet = new Fleet(database)) {
            List<WorkerGrant> first = fleet.acquireAllAtOnce("never used before");
            assertAllDiffer(first);
            fleet.release(first);
            List<WorkerGrant> second = fleet.acquireAllAtOnce("all released before");
            assertAllDiffer(second);
            assertNoWindowsOverlap(first, second);
        }
    }

    private static void assertAllDiffer(List<WorkerGrant> grants) {
        assertThat(grants).extracting(WorkerGrant::worker).doesNotHaveDuplicates();
        assertThat(grants).extracting(WorkerGrant::token).doesNotHaveDuplicates();
        assertThat(grants).hasSize(ACQUISITIONS);
    }

    /** Every first window was given back unused, so the second one of a worker may begin where the first one did. */
    private static void assertNoWindowsOverlap(List<WorkerGrant> first, List<WorkerGrant> second) {
        Set<String> tokens = new HashSet<>();
        first.forEach(grant -> tokens.add(grant.token()));
        assertThat(second).allSatisfy(grant -> assertThat(tokens).doesNotContain(grant.token()));
        long[] firstFrom = new long[(int) SnowflakeLayout.DEFAULT.maxWorker() + 1];
        first.forEach(grant -> firstFrom[(int) grant.worker()] = grant.from());
        assertThat(second)
                .allSatisfy(grant -> assertThat(grant.from()).isGreaterThanOrEqualTo(firstFrom[(int) grant.worker()]));
    }

    private static final class Fleet implements AutoCloseable {
        private final String server;
        private final List<HikariDataSource> pools = new ArrayList<>();
        private final List<JdbcWorkerLedger> ledgers = new ArrayList<>();

        Fleet(TestDatabase database) throws SQLException {
            for (int i = 0; i < LEDGERS; i++) {
                HikariDataSource pool = FaultWalk.pool(database, CONNECTIONS_EACH);
                pool.setConnectionTimeout(150_000);
                pools.add(pool);
                ledgers.add(
                        JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool).build());
            }
            try (var connection = database.connect()) {
                server = connection.getMetaData().getDatabaseProductName() + " "
                        + connection.getMetaData().getDatabaseProductVersion();
            }
        }

        List<WorkerGrant> acquireAllAtOnce(String what) throws Exception {
            AtomicLong begin = new AtomicLong();
            CyclicBarrier start = new CyclicBarrier(ACQUISITIONS, () -> begin.set(System.nanoTime()));
            List<WorkerGrant> grants = InThreads.call(ACQUISITIONS, ACQUISITIONS, () -> {
                JdbcWorkerLedger ledger = ledgers.get(start.await() % LEDGERS);
                return ledger.tryAcquire(System.currentTimeMillis() * 1_000_000);
            });
            long millis = (System.nanoTime() - begin.get()) / 1_000_000;
            System.out.println(
                    ACQUISITIONS + " acquisitions at once on " + server + ", workers " + what + ": " + millis + " ms");
            return grants;
        }

        void release(List<WorkerGrant> grants) {
            grants.parallelStream().forEach(grant -> ledgers.get(0).release(grant, grant.from()));
        }

        @Override
        public void close() {
            pools.forEach(HikariDataSource::close);
        }
    }
}
