package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.catalog.Schema;
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

    /** A table that is not what was planned for; whether it is certain that rows are others, or there was only a write. */
    public record Change(String text, boolean certain) {}

    /** Compares all tables of all sources, but those that a restart may have emptied and of which no row is copied. */
    public List<Change> changes(int threads) throws SQLException, InterruptedException {
        List<Sessions.Task<Optional<Change>>> looks = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            Schema schema = sessions.with(session -> sessions.dialect().schema(session, source.database()));
            for (TablePlan table : plan.tables()) {
                SourceRows planned = table.rowsOf(source.number());
                Table there = schema.tables().get(table.name());
                boolean emptied = there != null && there.engine().equalsIgnoreCase("MEMORY");
                if (planned != null && (table.copiedFrom(source.number()) || !emptied)) {
                    looks.add(session -> change(session, source, table.name(), there, planned.print()));
                }
            }
        }
        return ParallelTasks.map(threads, looks, sessions::with).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Change> change(
            Connection session, SourcePlan source, String table, @Nullable Table there, TablePrint planned)
            throws SQLException {
        String named = source.alias() + "." + table + ": ";
        if (there == null) {
            return Optional.of(new Change(named + "it is gone", true));
        }
        TablePrint now =
                new PrintReader(sessions.dialect(), plan.fingerprint()).read(session, source.database(), there);
        String change = PrintReader.difference(planned, now);
        String text = change != null ? change : PrintReader.written(planned, now);
        return Optional.ofNullable(text).map(words -> new Change(named + words, change != null));
    }

    /** Refuses to go on if there are changes, with that advice. */
    public static void requireNone(List<Change> changes, String when, String advice) {
        if (!changes.isEmpty()) {
            List<String> sorted = changes.stream().map(Change::text).sorted().toList();
            throw new MergeRefusedException("sources changed " + when + ": "
                    + String.join("; ", sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                    + (sorted.size() > MOST_NAMED ? "; and " + (sorted.size() - MOST_NAMED) + " more tables" : "")
                    + ". " + advice);
        }
    }
}
