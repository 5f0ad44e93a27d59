package io.snowflakeid.demo.chaos;

import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.ledger.LedgerGroup;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Our own: a generator on a lease that a ledger grants, as an application would set it up. Several ledgers split the workers evenly,
 * and make a group.
 */
public final class SnowflakeMaker implements IdMaker {

    /** What {@link #name()} says. */
    public static final String NAME = "snowflakeid";

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long LEAST_TIMEOUT_MILLIS = 250;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String describe(MakerSettings settings) {
        String ledgers = settings.database() == null
                ? "a ledger"
                : settings.databases().stream()
                        .map(database -> LedgerStore.of(database).describe())
                        .collect(Collectors.joining("; "));
        return (settings.furtherDatabases().isEmpty() ? ledgers : "LedgerGroup of " + ledgers) + "; window "
                + settings.windowMillis()
                + " ms, renewed every sixth of it; waits at most " + timeoutMillis(settings)
                + " ms for a connection; clock policy rideThrough, maxWait 2 s";
    }

    /** Of one ledger, a window: whoever waited longer would come too late. Of one of several a tenth, since there are others to ask. */
    private static long timeoutMillis(MakerSettings settings) {
        long millis = settings.furtherDatabases().isEmpty() ? settings.windowMillis() : settings.windowMillis() / 10;
        return Math.max(LEAST_TIMEOUT_MILLIS, millis);
    }

    @Override
    public boolean needsDatabase() {
        return true;
    }

    @Override
    public void prepare(MakerSettings settings) {
        List<Database> databases = settings.databases();
        for (int i = 0; i < databases.size(); i++) {
            LedgerStore.of(databases.get(i)).prepare(setup(settings, i, databases.size()));
        }
    }

    static LedgerStore.Setup setup(MakerSettings settings, int index, int ledgers) {
        long workers = LAYOUT.maxWorker() + 1;
        return new LedgerStore.Setup(
                LAYOUT,
                index * workers / ledgers,
                (index + 1) * workers / ledgers - 1,
                settings,
                timeoutMillis(settings));
    }

    @Override
    public void cleanUp(MakerSettings settings) throws Exception {
        for (Database database : settings.databases()) {
            LedgerStore.of(database).forget(settings.namespace());
        }
    }

    @Override
    public Copy copy(MakerSettings settings) throws SQLException {
        List<Copy> copies = new ArrayList<>();
        List<Database> databases = settings.databases();
        for (int i = 0; i < databases.size(); i++) {
            copies.add(LedgerStore.of(databases.get(i)).copy(setup(settings, i, databases.size())));
        }
        return () -> {
            for (Copy copy : copies) {
                copy.putBack();
            }
        };
    }

    @Override
    public Ids open(MakerSettings settings) {
        List<LedgerStore.Opened> ledgers = new ArrayList<>();
        try {
            List<Database> databases = settings.databases();
            for (int i = 0; i < databases.size(); i++) {
                ledgers.add(LedgerStore.of(databases.get(i)).open(setup(settings, i, databases.size())));
            }
            CountedLedger ledger = new CountedLedger(one(ledgers));
            return new Opened(ledgers, ledger, SnowflakeIdGenerator.on(ledger));
        } catch (RuntimeException | Error e) {
            ledgers.forEach(LedgerStore.Opened::close);
            throw e;
        }
    }

    private static WorkerLedger one(List<LedgerStore.Opened> ledgers) {
        return ledgers.size() == 1
                ? ledgers.get(0).ledger()
                : LedgerGroup.of(
                        ledgers.stream().map(LedgerStore.Opened::ledger).toArray(WorkerLedger[]::new));
    }

    @Override
    public String explain(long id) {
        return id > 0 ? LAYOUT.decode(id).toString() : IdMaker.super.explain(id);
    }

    private record Opened(List<LedgerStore.Opened> ledgers, CountedLedger ledger, SnowflakeIdGenerator generator)
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
            return ledger.counters();
        }

        @Override
        public void close() {
            generator.close();
            ledgers.forEach(LedgerStore.Opened::close);
        }
    }
}
