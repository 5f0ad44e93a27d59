package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.planning.PrintReader;
import io.snowflakeid.merge.schema.ObjectVersions;
import io.snowflakeid.merge.schema.Schema;
import io.snowflakeid.merge.schema.SchemaReader;
import io.snowflakeid.merge.schema.Table;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Looks whether the sources still are what was planned for. */
final class SourceWatch {

    private final MergePlan plan;
    private final Sessions sessions;

    /** By the numbers of the sources, since the first look. */
    private final Map<Integer, ObjectVersions> objects = new TreeMap<>();

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
        List<String> changes = Collections.synchronizedList(new ArrayList<>());
        PrintReader prints = new PrintReader(sessions.dialect(), plan.fingerprint());
        List<Callable<Void>> looks = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            Schema schema = sessions.with(session -> SchemaReader.read(session, source.database()));
            changes.addAll(changedObjects(source, schema));
            for (TablePlan table : plan.tables()) {
                SourceRows planned = table.rowsOf(source.number());
                Table there = schema.tables().get(table.name());
                if (planned != null && !mayBeEmptied(source, table, there)) {
                    looks.add(() -> {
                        String change = change(prints, source, there, planned);
                        if (change != null) {
                            changes.add(source.alias() + "." + table.name() + ": " + change);
                        }
                        return null;
                    });
                }
            }
        }
        SideBySide.run(threads, looks);
        Collections.sort(changes);
        if (!changes.isEmpty()) {
            throw new MergeRefusedException("sources changed " + when + ": "
                    + String.join("; ", changes.subList(0, Math.min(5, changes.size())))
                    + (changes.size() > 5 ? "; and " + (changes.size() - 5) + " more tables" : "")
                    + ". " + advice);
        }
    }

    /** What was created, changed or dropped there since the first look, except for definitions of tables. */
    private List<String> changedObjects(SourcePlan source, Schema schema) throws SQLException {
        ObjectVersions now = sessions.with(session -> ObjectVersions.of(session, schema));
        ObjectVersions before = objects.putIfAbsent(source.number(), now);
        return before == null
                ? List.of()
                : before.changesUntil(now).stream()
                        .map(change -> source.alias() + ": " + change)
                        .toList();
    }

    /** Of what the first look found, in 16 hexadecimal digits. */
    String definitions() {
        long hash = 0;
        for (ObjectVersions versions : objects.values()) {
            hash = 31 * hash + versions.hash();
        }
        return HexFormat.of().toHexDigits(hash);
    }

    /** By a restart of the server; the target has nothing to do with its rows. */
    private boolean mayBeEmptied(SourcePlan source, TablePlan table, @Nullable Table there) {
        return there != null
                && there.engine().equalsIgnoreCase("MEMORY")
                && !table.copiedFrom(source.number())
                && plan.references().stream()
                        .noneMatch(reference -> reference.parent().equals(table.name()));
    }

    private @Nullable String change(PrintReader prints, SourcePlan source, @Nullable Table table, SourceRows planned)
            throws SQLException {
        if (table == null) {
            return "it is gone";
        }
        return PrintReader.difference(
                planned.print(), sessions.with(session -> prints.read(session, source.database(), table)));
    }
}
