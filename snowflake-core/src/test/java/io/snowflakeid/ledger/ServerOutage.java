package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.GeneratorListener;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that hangs: connections stay open, and nothing is answered. In real time, about 20 s: that is how long a driver waits. */
@Timeout(120)
abstract class ServerOutage {

    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /** A server that a test may stop. */
    interface Server extends AutoCloseable {
        String url();

        String user();

        String password();

        void hang() throws IOException;

        void goOn() throws IOException;

        @Override
        void close() throws IOException, SQLException;
    }

    abstract Server newServer() throws IOException;

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
        try (Server server = newServer();
                HikariDataSource pool = pool(server);
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

    private static HikariDataSource pool(Server server) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
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
