package io.snowflakeid.verification.makers;

import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.LedgerGroup;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** The generator of snowflake-core with a lease. */
public final class SnowflakeMaker implements IdMaker {

    public static final String NAME = "snowflakeid";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String describe(MakerSettings settings) {
        String ledgers = settings.databases().stream()
                .map(database -> RedisStore.is(database) ? RedisStore.DESCRIPTION : JdbcStore.DESCRIPTION)
                .collect(Collectors.joining("; ", settings.databases().size() > 1 ? "LedgerGroup of " : "", ""));
        return (ledgers.isEmpty() ? "a ledger" : ledgers) + "; window " + settings.windowMillis()
                + " ms, renewed every sixth of it; waits at most " + settings.timeoutMillis()
                + " ms for a connection; clock policy rideThrough, maxWait 2 s";
    }

    @Override
    public boolean needsDatabase() {
        return true;
    }

    @Override
    public void prepare(MakerSettings settings) throws SQLException {
        forEach(settings, TestedLedger::prepare);
    }

    @Override
    public void cleanUp(MakerSettings settings) throws SQLException {
        forEach(settings, TestedLedger::deleteRows);
    }

    @Override
    public Copy copy(MakerSettings settings) throws SQLException {
        List<Copy> copies = new ArrayList<>();
        forEach(settings, store -> copies.add(store.copy()));
        return () -> {
            for (Copy copy : copies) {
                copy.putBack();
            }
        };
    }

    private interface Work {
        void on(TestedLedger store) throws SQLException;
    }

    private static void forEach(MakerSettings settings, Work work) throws SQLException {
        for (TestedLedger store : TestedLedger.openAll(settings)) {
            try (store) {
                work.on(store);
            }
        }
    }

    @Override
    public Ids open(MakerSettings settings) {
        List<TestedLedger> stores = TestedLedger.openAll(settings);
        LeaseCounters counters = new LeaseCounters();
        try {
            SnowflakeIdGenerator generator =
                    SnowflakeIdGenerator.builder(one(stores)).listener(counters).build();
            return new Opened(stores, counters, generator);
        } catch (RuntimeException | Error e) {
            stores.forEach(TestedLedger::close);
            throw e;
        }
    }

    private static WorkerLedger one(List<TestedLedger> stores) {
        return stores.size() == 1
                ? stores.get(0).ledger()
                : LedgerGroup.of(stores.stream().map(TestedLedger::ledger).toArray(StoreWorkerLedger[]::new));
    }

    @Override
    public String explain(long id) {
        return id > 0 ? SnowflakeLayout.DEFAULT.decode(id).toString() : IdMaker.super.explain(id);
    }

    private record Opened(List<TestedLedger> stores, LeaseCounters leases, SnowflakeIdGenerator generator)
            implements Ids {

        @Override
        public long nextId() {
            return generator.nextId();
        }

        @Override
        public void take(int count, LongConsumer taker) {
            IdBatch batch = generator.reserve(count);
            while (batch.remaining() > 0) {
                taker.accept(batch.next());
            }
        }

        @Override
        public Map<String, Long> counters() {
            return leases.sums();
        }

        @Override
        public void close() {
            generator.close();
            stores.forEach(TestedLedger::close);
        }
    }
}
