package io.snowflakeid.segment;

import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.internal.jdbc.TablePlace;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A table of tags in a database. Each transaction has a connection of its own. */
final class JdbcSegmentStore implements SegmentStore {

    private static final Duration FOUR_TIMEOUTS = Duration.ofSeconds(12); // the network timeout is a quarter

    private final PhysicalSource source;
    private final SegmentTable table;
    private final boolean createTable;
    private final String number;
    private volatile @Nullable TablePlace place; // null until the table was found

    /** @param number the name of this database in messages */
    JdbcSegmentStore(PhysicalSource source, SegmentTable table, boolean createTable, String number) {
        this.source = source;
        this.table = table;
        this.createTable = createTable;
        this.number = number;
    }

    @Override
    public String describe() {
        TablePlace known = place;
        return "table " + table.tableName + " of " + number + (known == null ? "" : " (" + known.name() + ")");
    }

    @Override
    public <T extends @Nullable Object> T inTransaction(BiFunction<Session, ServerState, T> step) {
        try (OwnConnection own = OwnConnection.open(source, FOUR_TIMEOUTS)) {
            TablePlace found = place(own);
            return own.transaction(() -> step.apply(table.session(own, found), ServerProbe.read(own, found.name())));
        }
    }

    private TablePlace place(OwnConnection own) {
        TablePlace known = place;
        if (known == null) {
            known = TablePlace.of(own, table.tableName);
            if (table == SegmentTable.OWN) {
                known.ensureTables(own, SegmentTable.class, createTable, List.of(table.tableName));
            }
            place = known;
        }
        return known;
    }
}
