package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TableFingerprint;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.rows.FingerprintReader;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks that the source databases have not changed since the plan was created. */
public record SourceWatch(MergePlan plan, Sessions sessions) {

    private static final int MOST_NAMED = 5;

    /**
     * Throws an exception if a source has changed. MEMORY tables that are not copied may change, because a restart of the server deletes their rows.
     */
    public void requireUnchanged(int threads, String when, String advice) throws SQLException, InterruptedException {
        List<String> changes = ParallelTasks.map(threads, comparisons(), sessions::with).stream()
                .flatMap(Optional::stream)
                .sorted()
                .toList();
        if (!changes.isEmpty()) {
            int more = changes.size() - MOST_NAMED;
            throw new MergeRefusedException("sources changed " + when + ": "
                    + changes.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                    + (more > 0 ? "; and " + more + " more tables" : "") + ". " + advice);
        }
    }

    private List<Sessions.Task<Optional<String>>> comparisons() throws SQLException {
        List<Sessions.Task<Optional<String>>> comparisons = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            Schema schema = sessions.with(session -> sessions.dialect().schema(session, source.database()));
            for (TablePlan table : plan.tables()) {
                SourceRows planned = table.rowsOf(source.number());
                Table there = schema.tables().get(table.name());
                boolean emptied = there != null && there.engine().equalsIgnoreCase("MEMORY");
                if (planned != null && (table.copiedFrom(source.number()) || !emptied)) {
                    comparisons.add(session -> change(session, source, table.name(), there, planned.print()));
                }
            }
        }
        return comparisons;
    }

    private Optional<String> change(
            Connection session, SourcePlan source, String table, @Nullable Table there, TableFingerprint planned)
            throws SQLException {
        FingerprintReader reader = new FingerprintReader(sessions.dialect(), plan.fingerprint());
        String change = there == null
                ? "it is gone"
                : FingerprintReader.difference(planned, reader.read(session, source.database(), there));
        return Optional.ofNullable(change).map(words -> source.alias() + "." + table + ": " + words);
    }
}
