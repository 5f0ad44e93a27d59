package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TableFingerprint;
import io.snowflakeid.merge.rows.FingerprintReader;
import io.snowflakeid.merge.rows.KeysetScan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates the plans of the tables, and later adds the row counts. */
record Tables(Draft draft) {

    List<TablePlan> read() throws SQLException {
        for (String name : draft.config.tables().keySet()) {
            if (draft.main().tables().keySet().stream().noneMatch(table -> Draft.fits(name, table))) {
                draft.wrong(name, draft.missing(name, List.of()).orElseThrow(), "tables", name);
            }
        }
        List<TablePlan> plans = new ArrayList<>();
        for (Table table : draft.main().tables().values()) {
            String where = draft.configOf(table.name()).where();
            draft.tryOut(table.name(), where, table.name(), "tables", draft.settingOf(table.name()), "where");
            plans.add(read(table));
        }
        return plans;
    }

    private List<ColumnPlan> columns(Table table) {
        List<ColumnPlan> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            if (column.generated() == null) {
                ColumnName name = new ColumnName(table.name(), column.name());
                columns.add(new ColumnPlan(
                        column,
                        storedAlike(table, column),
                        differ(table, column, Column::collation),
                        differ(table, column, Column::charset),
                        draft.remaps.getOrDefault(name, List.of()),
                        draft.follows.getOrDefault(name, List.of())));
            }
        }
        return columns;
    }

    private boolean storedAlike(Table table, Column column) {
        return draft.everywhere(table.name()).allMatch(other -> other.hasAll(List.of(column.name())))
                && !differ(table, column, Column::type)
                && !differ(table, column, Column::charset);
    }

    /** Returns true if an attribute of the column differs between a source and the main server. */
    private boolean differ(Table table, Column column, Function<Column, @Nullable String> what) {
        return draft.everywhere(table.name())
                .flatMap(other -> other.find(column.name()).stream())
                .anyMatch(found -> !Objects.equals(what.apply(found), what.apply(column)));
    }

    private TablePlan read(Table table) {
        TableConfig config = draft.configOf(table.name());
        List<String> key = Draft.keyOf(table);
        List<String> walk = key.stream()
                .takeWhile(column -> KeysetScan.walkable(table.column(column)))
                .toList();
        long rowBytes = draft.everywhere(table.name())
                .mapToLong(Table::averageRowBytes)
                .max()
                .orElse(0);
        List<SourceRows> rows = draft.plan.sources().stream()
                .flatMap(source ->
                        draft.table(source, table.name()).stream().map(there -> uncounted(table, key, source, there)))
                .toList();
        String name = table.name();
        List<ColumnPlan> columns = columns(table);
        return new TablePlan(
                name, config.tableClass(), columns, key, walk, config.where(), table.definition(), rowBytes, 0, rows);
    }

    private SourceRows uncounted(Table table, List<String> key, SourcePlan source, Table there) {
        // the search compares columns instead of names, because sources may use different names for a key
        String keyName = there.keys().stream()
                .filter(each -> each.plain() && !key.isEmpty() && Draft.sameNames(each.columns(), key))
                .map(Key::name)
                .findFirst()
                .orElse(null);
        Map<String, String> lacking = new LinkedHashMap<>();
        table.columns().stream()
                .filter(column -> there.find(column.name()).isEmpty())
                // NULL replaces a missing default, so that the planner can report further errors
                .forEach(column ->
                        lacking.put(column.name(), valueFor(table, column).orElse(draft.dialect.nullOf(column))));
        List<String> stored = there.columns().stream().map(Column::name).toList();
        TableFingerprint none = new TableFingerprint(0, null, null, "", null);
        return new SourceRows(source.number(), 0, 0, none, keyName, lacking.isEmpty() ? List.of() : stored, lacking);
    }

    /**
     * Returns the SQL default that the merge writes for rows of a source without the column. The planning time replaces {@code CURRENT_TIMESTAMP} in
     * the result. The method returns empty if the column has no usable default, or is computed, auto-incremented or in the ordering key.
     */
    Optional<String> valueFor(Table main, Column column) {
        boolean inKey = main.orderingKey()
                .map(key -> key.columns().contains(column.name()))
                .orElse(false);
        return column.generated() != null || column.autoIncrement() || inKey
                ? Optional.empty()
                : draft.dialect.defaultOf(column, draft.plan.plannedAt());
    }

    /** Adds to the tables the row counts, and the fingerprints by which a later step detects changes of a source. */
    TablePlan counted(TablePlan table) throws SQLException {
        FingerprintReader prints = new FingerprintReader(draft.dialect, draft.plan.fingerprint());
        List<SourceRows> rows = new ArrayList<>();
        for (SourceRows present : table.rows()) {
            SourcePlan source = draft.plan.source(present.source());
            Table there = draft.table(source, table.name()).orElseThrow();
            TableFingerprint print = draft.sessions.with(session -> prints.read(session, source.database(), there));
            rows.add(present.counted(print.rows(), copied(table, source, print.rows()), print));
        }
        return table.counted(rows, nextId(table));
    }

    private long copied(TablePlan table, SourcePlan source, long all) throws SQLException {
        return !table.copiedFrom(source.number())
                ? 0
                : draft.retention().going(table, source).isEmpty()
                        ? all
                        : draft.count(source, draft.going(table, source, List.of()));
    }

    /** Returns the target's next auto-increment value: the greatest next value of a source plus its id shift that fits into the column. */
    private long nextId(TablePlan table) {
        long next = 0;
        for (ColumnPlan column : table.columns()) {
            for (SourcePlan source : column.column().autoIncrement() ? draft.plan.sources() : List.<SourcePlan>of()) {
                SourceIds ids =
                        draft.plan.domain(column.remaps().get(0).domain()).of(source.number());
                Long counter = draft.table(source, table.name())
                        .map(Table::nextAutoIncrement)
                        .orElse(null);
                long most = Objects.requireNonNull(column.column().maximum()) - ids.shift();
                next = counter == null || counter > most || ids.freshFrom() != 0
                        ? next
                        : Math.max(next, counter + ids.shift());
            }
        }
        return next;
    }
}
