package io.snowflakeid.segment;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.ApplicationLog;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.StoreFailure;
import io.snowflakeid.segment.SegmentStore.ServerState;
import io.snowflakeid.segment.SegmentStore.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gets the ranges of one tag from one database. A range is used only if the commit of its transaction was confirmed. If the transaction that
 * reserves a range fails, the numbers of the range count as lost. Calls of one instance must not overlap.
 */
final class RangeSource {

    private static final System.Logger LOG = ApplicationLog.of(RangeSource.class);

    private final String tag;
    final TagSettings settings;
    final SegmentStore store;
    private final LongSupplier start;
    private final boolean acceptVolatile;

    private boolean isSetUp;
    private boolean isWarned;
    private long pending; // how many numbers the present transaction grants, below the next number of the row
    private volatile @Nullable SegmentRow last; // the tag's row after the last confirmed grant to this process
    final LongAdder lost = new LongAdder(); // the maximum count of numbers that failed transactions have lost

    RangeSource(String tag, TagSettings settings, SegmentStore store, LongSupplier start, boolean acceptVolatile) {
        this.tag = tag;
        this.settings = settings;
        this.store = store;
        this.start = start;
        this.acceptVolatile = acceptVolatile;
    }

    /** Creates the tag's row if the row is missing, and rejects a row whose settings differ from this process. */
    void setUp() {
        isSetUp = isSetUp || changed(this::isFound) || isCreated() || changed(this::isFound);
        if (!isSetUp) {
            throw rejected(Reason.OTHER, " can be neither read nor created");
        }
    }

    private boolean isFound(Session session, ServerState server) {
        requireDurable(server);
        return session.read(tag, settings).map(this::requireSame).isPresent();
    }

    /** Returns false if another process created the row first. Reads the start before the transaction, because a pool may have one connection. */
    private boolean isCreated() {
        long first = settings.firstFrom(start.getAsLong());
        return changed((session, server) ->
                session.insert(tag, new SegmentRow(first, settings, token(), server.incarnation(), token())));
    }

    /** Reserves a range of the given size, or a smaller range up to the tag's maximum. */
    Range load(long count) {
        setUp();
        SegmentRow row = changed((session, server) -> grant(session, server, count))
                .orElseThrow(() -> rejected(
                        Reason.NOT_OPEN,
                        " may have lost ranges: the table is below a range of this process, or was last written by another server"
                                + " or in another place; call Segments.raise with a number above all numbers in use"));
        last = row;
        warnNearMax(row.next());
        return new Range(row.next() - pending * settings.increment(), pending, settings.increment());
    }

    /** Returns the end of the last range that this process was given, or 0. */
    long end() {
        SegmentRow known = last;
        return known == null ? 0 : known.next();
    }

    private static String token() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private <T> T changed(BiFunction<Session, ServerState, T> step) {
        pending = 0;
        try {
            return store.inTransaction(step);
        } catch (RuntimeException | Error e) {
            lost.add(pending);
            throw e;
        }
    }

    private Optional<SegmentRow> grant(Session session, ServerState server, long count) {
        requireDurable(server);
        SegmentRow row = requireSame(session.read(tag, settings).orElseThrow(this::isGone));
        long next = row.next();
        long end = end();
        if (next < end || !row.isFrom(server.incarnation())) {
            if (settings.gap() == TagSettings.STOP) {
                if (next < end && !row.incarnation().equals(SegmentRow.NOT_STORED)) {
                    write(session, row, row.with(end, SegmentRow.UNKNOWN, token()));
                }
                return Optional.empty();
            }
            next = Math.max(next, end) + settings.gap();
        }
        long first = settings.firstFrom(next);
        if (first > settings.max()) {
            throw rejected(
                    Reason.OTHER,
                    " has no number left up to its max " + settings.max()
                            + ": make the column wider, and raise the max in the settings and in the row of the tag");
        }
        pending = Math.min(count, (settings.max() - first) / settings.increment() + 1);
        SegmentRow wanted = row.with(first + pending * settings.increment(), server.incarnation(), token());
        write(session, row, wanted);
        return Optional.of(wanted);
    }

    private void write(Session session, SegmentRow seen, SegmentRow wanted) {
        if (!session.update(tag, seen, wanted)) {
            throw new StoreFailure(new SQLException(
                    name() + " has changed since its row was locked; the data source leads to several servers"));
        }
    }

    /**
     * Returns this process's last unused numbers to the database, if no process has reserved a later range.
     *
     * @param newestFirst the unused parts of the loaded ranges
     * @return how many unused numbers were returned to the database
     */
    long giveBack(List<Range> newestFirst) {
        long end = end();
        long from = end;
        for (Range range : newestFirst) {
            from = range.end() == from ? range.first() : from;
        }
        long least = from;
        return least < end && changed((session, server) -> isGivenBack(session, server.incarnation(), least))
                ? (end - least) / settings.increment()
                : 0;
    }

    private boolean isGivenBack(Session session, String incarnation, long from) {
        return session.read(tag, settings)
                .filter(row -> row.equals(last) && row.isFrom(incarnation))
                .map(row -> session.update(tag, row, row.with(from, incarnation, token())))
                .orElse(false);
    }

    /** Raises the next number so that later ranges contain no number below the given number. Also reactivates a tag that stopped after a restore. */
    void raise(long least) {
        changed((session, server) -> {
            SegmentRow row = session.read(tag, settings).orElseThrow(this::isGone);
            long next = row.settings().firstFrom(Math.max(row.next(), least));
            write(session, row, row.with(next, server.incarnation(), token()));
            return next;
        });
    }

    private void requireDurable(ServerState server) {
        if (server.weakness() != null && !acceptVolatile) {
            throw rejected(
                    Reason.OTHER,
                    " may lose a confirmed range, whose numbers would come again: " + server.weakness()
                            + "; or call acceptVolatileStorage() if the numbers need not survive a crash of the server");
        }
    }

    private SegmentRow requireSame(SegmentRow row) {
        SegmentRow known = last;
        if (known != null && !row.identity().equals(known.identity())) {
            throw rejected(
                    Reason.ANOTHER_LEDGER,
                    " has the identity " + VisibleText.of(row.identity()) + ", and had " + known.identity()
                            + ": lead this process back to the table that it started with, or restart all processes after the"
                            + " tag was raised above all numbers in use");
        }
        if (!row.settings().equals(settings)) {
            throw rejected(
                    Reason.STORED_DIFFERENTLY,
                    " was created with " + row.settings() + ", this process wants " + settings
                            + ": use the stored settings, or stop all processes of the tag and change its row");
        }
        return row;
    }

    private WorkerLedgerException isGone() {
        return rejected(
                Reason.TABLES_MISSING,
                " has no row any more: look who deleted it; a new row would begin with numbers that are in use");
    }

    private WorkerLedgerException rejected(Reason reason, String why) {
        return new WorkerLedgerException(reason, name() + why);
    }

    private String name() {
        return "tag '" + tag + "' in " + store.describe();
    }

    private void warnNearMax(long end) {
        if (!isWarned && end / 4 > settings.max() / 5) {
            isWarned = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    name() + " has used more than 80 % of its numbers: " + end + " of " + settings.max()
                            + "; make the column wider, and raise the max");
        }
    }
}
