package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Generators that make ids until this is closed, each with a ledger of its own, as so many processes; all ids are compared. */
final class RunningGenerators implements AutoCloseable {

    private static final int AT_ONCE = 10;
    private static final long PATIENCE_SECONDS = 200;

    private final SnowflakeLayout layout;
    private final Duration window;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Long> ids = ConcurrentHashMap.newKeySet();
    private final AtomicLong repeated = new AtomicLong();
    private volatile boolean ended;

    RunningGenerators(SnowflakeLayout layout, Duration window) {
        this.layout = layout;
        this.window = window;
    }

    /** One of them. */
    final class Member {

        private final Set<Long> workers = ConcurrentHashMap.newKeySet();
        private final AtomicLong longestPauseNanos = new AtomicLong();

        /** Is started again if it cannot start, as where Redis is away. */
        private void run(RedisWorkerLedger ledger) {
            while (!ended) {
                try {
                    makeIds(ledger);
                } catch (WorkerLedgerException e) {
                    assertThat(workers)
                            .as("once it has a worker, nothing may fail")
                            .isEmpty();
                }
            }
        }

        private void makeIds(RedisWorkerLedger ledger) {
            try (SnowflakeIdGenerator generator = SnowflakeIdGenerator.builder(ledger)
                    .maxWait(Duration.ofSeconds(PATIENCE_SECONDS))
                    .build()) {
                long last = System.nanoTime();
                while (!ended) {
                    for (int i = 0; i < AT_ONCE; i++) {
                        take(generator.nextId());
                    }
                    long now = System.nanoTime();
                    longestPauseNanos.accumulateAndGet(now - last, Math::max);
                    last = now;
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void take(long id) {
            workers.add(layout.decode(id).worker());
            if (!ids.add(id)) {
                repeated.incrementAndGet();
            }
        }

        void awaitIds() throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (workers.isEmpty()) {
                assertThat(System.nanoTime()).as("ids in time").isLessThan(end);
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }

        /** Of which it has made ids. */
        Set<Long> workers() {
            return Set.copyOf(workers);
        }

        Duration longestPause() {
            return Duration.ofNanos(longestPauseNanos.get());
        }
    }

    Member start(RedisScripts scripts) {
        return start(scripts, window);
    }

    Member start(RedisScripts scripts, Duration ownWindow) {
        Member member = new Member();
        RedisWorkerLedger ledger =
                RedisWorkerLedger.shared(layout, scripts).window(ownWindow).build();
        threads.execute(() -> member.run(ledger));
        return member;
    }

    void goOn(Duration time) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(time.toMillis());
    }

    long repeated() {
        return repeated.get();
    }

    @Override
    public void close() {
        ended = true;
        threads.shutdownNow();
        try {
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
