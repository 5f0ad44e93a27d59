package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.SchemaReader;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.rows.PrintReader;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks whether the sources still are what was planned for. */
public record SourceWatch(MergePlan plan, Sessions sessions) {

    private static final int MOST_NAMED = 5;

    /** Compares all tables of all sources, and refuses to go on if one has changed since then, with that advice. */
    void requireUnchanged(int threads, String when, String advice) throws SQLException, InterruptedException {
        requireNone(look(threads).stream().map(Change::text).toList(), when, advice);
    }

    /** The same, but returns those that were only written to: their rows may be what they were. */
    public List<String> requireNotKnownToBeChanged(int threads, String when, String advice)
            throws SQLException, InterruptedException {
        List<Change> changes = look(threads);
        requireNone(changes.stream().filter(Change::certain).map(Change::text).toList(), when, advice);
        return changes.stream().map(Change::text).toList();
    }

    /** Refuses to go on if there are changes. */
    public static void requireNone(List<String> changes, String when, String advice) {
        if (!changes.isEmpty()) {
            List<String> sorted = changes.stream().sorted().toList();
            throw new MergeRefusedException("sources changed " + when + ": "
                    + String.join("; ", sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                    + (sorted.size() > MOST_NAMED ? "; and " + (sorted.size() - MOST_NAMED) + " more tables" : "")
                    + ". " + advice);
        }
    }

    /** Whether it is certain that rows are others, or only that there was a write. */
    private record Change(String text, boolean certain) {}

    private List<Change> look(int threads) throws SQLException, InterruptedException {
        List<Sessions.Task<Optional<Change>>> looks = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            Schema schema = sessions.with(session -> SchemaReader.read(session, source.database()));
            for (TablePlan table : plan.tables()) {
                SourceRows planned = table.rowsOf(source.number());
                Table there = schema.tables().get(table.name());
                if (planned != null && !mayBeEmptied(source, table, there)) {
                    String named = source.alias() + "." + table.name() + ": ";
                    looks.add(session -> there == null
                            ? Optional.of(new Change(named + "it is gone", true))
                            : change(session, named, source, there, planned.print()));
                }
            }
        }
        return SideBySide.map(threads, looks, sessions::with).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** By a restart of the server; the target has nothing to do with its rows. */
    private boolean mayBeEmptied(SourcePlan source, TablePlan table, @Nullable Table there) {
        return there != null
                && there.engine().equalsIgnoreCase("MEMORY")
                && !table.copiedFrom(source.number())
                && plan.references().stream()
                        .noneMatch(reference -> reference.parent().equals(table.name()));
    }

    private Optional<Change> change(
            Connection session, String named, SourcePlan source, Table table, TablePrint planned) throws SQLException {
        TablePrint now =
                new PrintReader(sessions.dialect(), plan.fingerprint()).read(session, source.database(), table);
        String change = PrintReader.difference(planned, now);
        String written = PrintReader.written(planned, now);
        return change != null
                ? Optional.of(new Change(named + change, true))
                : Optional.ofNullable(written).map(text -> new Change(named + text, false));
    }
}
