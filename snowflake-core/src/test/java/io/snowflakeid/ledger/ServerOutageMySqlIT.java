package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.GeneratorListener;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.relay.Relay;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server that hangs: connections stay open, and nothing is answered, as a relay does that forwards nothing. In real time, about 20 s: that is
 * how long a driver waits.
 */
@Timeout(120)
class ServerOutageMySqlIT {

    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /** Stands before a database; while it hangs, bytes stay where they are, and no connection ends. */
    private static final class Server implements AutoCloseable {

        private final TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase();
        private final URI address = URI.create(database.url().substring("jdbc:".length()));
        private final Relay relay;
        private boolean hangs; // guarded by this

        Server() throws IOException {
            relay = new Relay(
                    address.getHost(),
                    address.getPort() < 0 ? 3306 : address.getPort(),
                    () -> (bytes, length, request) -> passes());
        }

        HikariDataSource pool() {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:mysql://127.0.0.1:" + relay.port() + address.getPath()
                    + (address.getQuery() == null ? "" : "?" + address.getQuery()));
            config.setUsername(database.user());
            config.setPassword(database.password());
            config.setMaximumPoolSize(2);
            config.setConnectionTimeout(2_000);
            return new HikariDataSource(config);
        }

        synchronized void hang() {
            hangs = true;
        }

        synchronized void goOn() {
            hangs = false;
            notifyAll();
        }

        private synchronized boolean passes() throws InterruptedException {
            while (hangs) {
                wait();
            }
            return true;
        }

        @Override
        public void close() throws IOException, SQLException {
            relay.close();
            goOn();
            database.close();
        }
    }

    /** Writes down what may alarm somebody, and how it ended. */
    private static final class Alarms implements GeneratorListener {
        final List<String> heard = new CopyOnWriteArrayList<>();

        @Override
        public void acquired(long datacenter, long worker, Instant until) {
            heard.add("acquired");
        }

        @Override
        public void renewalFailed(Instant until, Throwable reason) {
            heard.add("failed");
        }

        @Override
        public void lost(long datacenter, long worker) {
            heard.add("lost");
        }

        @Override
        public void waited(Duration waited) {
            heard.add("waited");
        }

        void await(String event, long times) throws InterruptedException {
            while (heard.stream().filter(event::equals).count() < times) {
                Thread.sleep(5);
            }
        }
    }

    @Test
    void aShortOutageIsInvisibleAndALongOneEndsByItself() throws Exception {
        Alarms alarms = new Alarms();
        try (Server server = new Server();
                HikariDataSource pool = server.pool();
                SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger(pool))
                        .maxWait(MAX_WAIT)
                        .listener(alarms)
                        .build()) {
            awaitRenewal(ids);
            server.hang();
            assertNothingIsNoticed(ids, Duration.ofSeconds(4));
            server.goOn();
            awaitRenewal(ids);
            assertThat(alarms.heard).containsExactly("acquired");

            server.hang();
            long last = idsUntilTheyEnd(ids);
            alarms.await("failed", 1);
            assertNoIdSince(ids);
            server.goOn();
            alarms.await("acquired", 2); // nobody asks for an id
            assertThat(ids.nextId()).isGreaterThan(last);
            assertThat(alarms.heard).containsOnlyOnce("lost");
        }
    }

    private static JdbcWorkerLedger ledger(HikariDataSource pool) {
        return JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool)
                .window(Duration.ofSeconds(6))
                .build();
    }

    private static void awaitRenewal(SnowflakeIdGenerator ids) throws InterruptedException {
        Instant end = ids.status().windowUntil();
        while (!ids.status().windowUntil().isAfter(end)) {
            Thread.sleep(5);
        }
    }

    private static void assertNothingIsNoticed(SnowflakeIdGenerator ids, Duration outage) throws InterruptedException {
        long end = System.nanoTime() + outage.toNanos();
        long last = 0;
        while (System.nanoTime() < end) {
            long id = ids.nextId();
            assertThat(id).isGreaterThan(last);
            last = id;
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** Whether the driver has given up by then depends on what it was doing when the server stopped. */
    private static long idsUntilTheyEnd(SnowflakeIdGenerator ids) {
        long[] last = {0};
        assertThatThrownBy(() -> {
                    while (true) {
                        last[0] = ids.nextId();
                        TimeUnit.MILLISECONDS.sleep(1);
                    }
                })
                .isInstanceOfSatisfying(
                        NoIdAvailableException.class,
                        e -> assertThat(e.waitedMillis()).isGreaterThanOrEqualTo(MAX_WAIT.toMillis()))
                .message()
                .matches("(?s)the window of worker 0 ended at \\S+ and ledger 'default' \\(shared\\) .* no other"
                        + "(, though asked since \\S+| since \\S+ \\(.+\\));"
                        + " waited \\d+ ms, allowed are 1000 ms: .* ids go on by themselves .*");
        return last[0];
    }

    /** By now the driver has given up, and said why. */
    private static void assertNoIdSince(SnowflakeIdGenerator ids) {
        assertThatThrownBy(ids::nextId)
                .isInstanceOf(NoIdAvailableException.class)
                .message()
                .matches("(?s)the window of worker 0 ended at \\S+ and ledger 'default' \\(shared\\) .* no other"
                        + " since \\S+ \\(.+\\);"
                        + " waited \\d+ ms, allowed are 1000 ms: .* ids go on by themselves .*");
    }
}
