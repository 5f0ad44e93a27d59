package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.schema.Schema;
import io.snowflakeid.merge.schema.SchemaReader;
import io.snowflakeid.merge.schema.Table;
import io.snowflakeid.merge.sql.PrintReader;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Looks whether the sources still are what was planned for. */
final class SourceWatch {

    private static final int MOST_NAMED = 5;

    private final MergePlan plan;
    private final Sessions sessions;

    SourceWatch(MergePlan plan, Sessions sessions) {
        this.plan = plan;
        this.sessions = sessions;
    }

    /**
     * Compares all tables of all sources.
     *
     * @param threads sessions at once, at least 1
     * @param when since when they must not have changed
     * @param advice what it means that they have, and what to do
     * @throws MergeRefusedException naming what changed
     */
    void requireUnchanged(int threads, String when, String advice) throws SQLException, InterruptedException {
        Changes changes = look(threads);
        List<String> all = new ArrayList<>(changes.certain());
        all.addAll(changes.possible());
        requireNone(all, when, advice);
    }

    /**
     * Compares all tables of all sources, and lets those pass that were only written to.
     *
     * @return these, in words; their rows may be what they were
     */
    List<String> requireNotKnownToBeChanged(int threads, String when, String advice)
            throws SQLException, InterruptedException {
        Changes changes = look(threads);
        requireNone(changes.certain(), when, advice);
        return changes.possible();
    }

    /** Refuses to go on if there are changes. */
    static void requireNone(List<String> changes, String when, String advice) {
        if (!changes.isEmpty()) {
            List<String> sorted = changes.stream().sorted().toList();
            throw new MergeRefusedException("sources changed " + when + ": "
                    + String.join("; ", sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                    + (sorted.size() > MOST_NAMED ? "; and " + (sorted.size() - MOST_NAMED) + " more tables" : "")
                    + ". " + advice);
        }
    }

    /** What is known to be changed, and what was only written to. */
    private record Changes(List<String> certain, List<String> possible) {}

    private Changes look(int threads) throws SQLException, InterruptedException {
        Changes changes = new Changes(
                Collections.synchronizedList(new ArrayList<>()), Collections.synchronizedList(new ArrayList<>()));
        PrintReader prints = new PrintReader(sessions.dialect(), plan.fingerprint());
        List<Callable<Void>> looks = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            Schema schema = sessions.with(session -> SchemaReader.read(session, source.database()));
            for (TablePlan table : plan.tables()) {
                SourceRows planned = table.rowsOf(source.number());
                Table there = schema.tables().get(table.name());
                if (planned != null && !mayBeEmptied(source, table, there)) {
                    looks.add(() -> {
                        look(prints, source, there, planned, source.alias() + "." + table.name() + ": ", changes);
                        return null;
                    });
                }
            }
        }
        SideBySide.run(threads, looks);
        return changes;
    }

    /** By a restart of the server; the target has nothing to do with its rows. */
    private boolean mayBeEmptied(SourcePlan source, TablePlan table, @Nullable Table there) {
        return there != null
                && there.engine().equalsIgnoreCase("MEMORY")
                && !table.copiedFrom(source.number())
                && plan.references().stream()
                        .noneMatch(reference -> reference.parent().equals(table.name()));
    }

    private void look(
            PrintReader prints,
            SourcePlan source,
            @Nullable Table table,
            SourceRows planned,
            String named,
            Changes changes)
            throws SQLException {
        if (table == null) {
            changes.certain().add(named + "it is gone");
            return;
        }
        TablePrint now = sessions.with(session -> prints.read(session, source.database(), table));
        String change = PrintReader.difference(planned.print(), now);
        String written = PrintReader.written(planned.print(), now);
        if (change != null) {
            changes.certain().add(named + change);
        } else if (written != null) {
            changes.possible().add(named + written);
        }
    }
}
