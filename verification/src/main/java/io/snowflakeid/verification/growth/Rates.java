package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.verification.performance.AtOnce;
import io.snowflakeid.verification.performance.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemEpochClock;

/** Measures ids per second and the processor time of an id. */
final class Rates {

    static final String IDS = "ids per second, snowflakeid DEFAULT";

    private static final String WIDE = "41x1ms/0/1/21@2024-01-01T00:00:00Z";
    private static final int AT_ONCE = 256;

    /** Takes ids in a loop of its own, which the JVM compiles for one generator. The result depends on all ids, so that the JIT omits no id. */
    private interface Taking {
        long take(int count);
    }

    private Rates() {}

    static Growth byThreads(Effort effort) throws InterruptedException, ExecutionException {
        FixedWorkerLedger wide =
                FixedWorkerLedger.of(SnowflakeLayout.parse(WIDE), 1).inNamespace("wide");
        try (SnowflakeIdGenerator normal = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1));
                SnowflakeIdGenerator unlimited = SnowflakeIdGenerator.on(wide)) {
            Map<String, Taking> all = new LinkedHashMap<>();
            all.put("snowflakeid DEFAULT", taking(new SnowflakeIdGenerator[] {normal}));
            all.put("snowflakeid with 21 sequence bits", count -> {
                long mixed = 0;
                for (int i = 0; i < count; i++) {
                    mixed ^= unlimited.nextId();
                }
                return mixed;
            });
            all.put("Agrona with 21 sequence bits", agrona());
            all.put("AtomicLong", counter());
            Growth.Table table = new Growth.Table();
            for (int threads : effort.threads()) {
                for (Map.Entry<String, Taking> each : all.entrySet()) {
                    add(table, effort, each.getKey(), threads, threads, each.getValue());
                }
            }
            return table.growth("Threads that share a generator", "threads");
        }
    }

    static Growth byGenerators(Effort effort) throws InterruptedException, ExecutionException {
        int threads = Runtime.getRuntime().availableProcessors();
        Growth.Table table = new Growth.Table();
        for (int count : effort.generators()) {
            SnowflakeIdGenerator[] generators = new SnowflakeIdGenerator[count];
            for (int worker = 0; worker < count; worker++) {
                generators[worker] = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, worker));
            }
            add(table, effort, "snowflakeid DEFAULT", count, threads, taking(generators));
            for (SnowflakeIdGenerator each : generators) {
                each.close();
            }
        }
        return table.growth("Generators that " + threads + " threads use in turn", "generators");
    }

    private static Taking taking(SnowflakeIdGenerator[] generators) {
        AtomicLong turns = new AtomicLong();
        return count -> {
            long mixed = 0;
            int next = (int) (turns.getAndAdd(count) % generators.length);
            for (int i = 0; i < count; i++) {
                mixed ^= generators[next].nextId();
                next = next + 1 == generators.length ? 0 : next + 1;
            }
            return mixed;
        };
    }

    private static Taking agrona() {
        var ids = new org.agrona.concurrent.SnowflakeIdGenerator(1, 21, 1, 0, SystemEpochClock.INSTANCE);
        return count -> {
            long mixed = 0;
            for (int i = 0; i < count; i++) {
                mixed ^= ids.nextId();
            }
            return mixed;
        };
    }

    private static Taking counter() {
        AtomicLong next = new AtomicLong();
        return count -> {
            long mixed = 0;
            for (int i = 0; i < count; i++) {
                mixed ^= next.getAndIncrement();
            }
            return mixed;
        };
    }

    private static void add(Growth.Table table, Effort effort, String who, long number, int threads, Taking ids)
            throws InterruptedException, ExecutionException {
        double best = 0; // other load only slows calls down
        Measured cpu = new Measured(new ArrayList<>());
        taken(threads, effort.sliceMillis(), ids); // compiles the code, and uses up the burst ahead of the clock
        for (int round = 0; round < effort.rounds(); round++) {
            AtOnce<Long> run = taken(threads, effort.sliceMillis(), ids);
            long taken = run.results().stream().mapToLong(Long::longValue).sum();
            best = Math.max(best, taken * 1e9 / run.nanos());
            cpu.rounds().add(run.cpuNanos() / taken);
        }
        table.add("ids per second, " + who, "", number, best);
        table.add("processor time of an id, " + who, "ns", number, cpu.median());
    }

    private static AtOnce<Long> taken(int threads, long millis, Taking ids)
            throws InterruptedException, ExecutionException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        return AtOnce.run(threads, () -> {
            long taken = 0;
            long mixed = 0;
            for (long start = System.nanoTime(); System.nanoTime() - start < nanos; taken += AT_ONCE) {
                mixed ^= ids.take(AT_ONCE);
            }
            return mixed == 42 ? taken - 1 : taken; // uses the ids, which the JVM could otherwise omit
        });
    }
}
