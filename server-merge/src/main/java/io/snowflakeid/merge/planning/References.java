package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.ReferencePlan;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which columns lead to which rows: as the operator says, and as foreign keys declare it. */
final class References {

    private final Draft draft;

    /** By name; the first that is said of the same columns holds. */
    private final Map<String, ReferencePlan> found = new LinkedHashMap<>();

    References(Draft draft) {
        this.draft = draft;
    }

    /** A line with a plain name goes before one with a pattern, that one before a foreign key; lines of a kind in their order. */
    List<ReferencePlan> read() throws SQLException {
        List<ReferenceConfig> lines = draft.config.references();
        for (boolean pattern : new boolean[] {false, true}) {
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).from().table().contains("*") == pattern) {
                    read(lines.get(i), pattern, ConfigLines.item(i));
                }
            }
        }
        draft.main().tables().values().forEach(table -> table.foreignKeys().forEach(key -> read(table, key)));
        return List.copyOf(found.values());
    }

    private void read(ReferenceConfig line, boolean pattern, String item) throws SQLException {
        ColumnNames from = line.from();
        ColumnNames to = line.to();
        Optional<String> missing = draft.missing(to.table(), to.columns())
                .or(() -> pattern ? Optional.empty() : draft.missing(from.table(), from.columns()));
        List<Table> fitting = draft.main().tables().values().stream()
                .filter(table -> Draft.fits(from.table(), table.name()) && table.hasAll(from.columns()))
                // an id does not refer to itself; another column of its table may
                .filter(table ->
                        !pattern || !table.name().equals(to.table()) || !Draft.sameNames(from.columns(), to.columns()))
                .toList();
        if (missing.isPresent() || fitting.isEmpty()) {
            String subject = from.table() + "(" + String.join(", ", from.columns()) + ") -> " + to.table();
            String what = missing.orElse("no table " + from.table() + " with these columns on the main server");
            draft.wrong(subject, what, "references", item);
            return;
        }
        for (Table table : fitting) {
            read(table, line, item);
        }
    }

    private void read(Table table, ReferenceConfig line, String item) throws SQLException {
        ReferencePlan reference = new ReferencePlan(
                table.name(),
                Draft.spelled(table, line.from().columns()),
                line.to().table(),
                Draft.spelled(draft.mainTable(line.to().table()), line.to().columns()),
                line.when(),
                line.none(),
                line.orphans(),
                line.whenLeftOut() == null ? WhenLeftOut.DROP : line.whenLeftOut(),
                List.of());
        draft.tryOut(table.name(), line.when(), reference.name(), "references", item, "when");
        boolean clears = reference.orphans() == Orphans.CLEAR || reference.whenLeftOut() == WhenLeftOut.CLEAR;
        boolean clearable = !line.none().isEmpty()
                || reference.columns().stream()
                        .allMatch(column -> table.column(column).nullable());
        if (clears && !clearable) {
            String what =
                    "cannot be cleared, as the column takes no NULL, and no value stands for no reference, as none: [0]";
            draft.wrong(reference.name(), what, "references", item);
            return;
        }
        found.putIfAbsent(reference.name(), reference);
    }

    private void read(Table table, ForeignKey key) {
        if (!key.parentDatabase().equalsIgnoreCase(draft.main().database())) {
            String what = "foreign key leads to " + key.parentDatabase() + "." + key.parentTable()
                    + ", outside of what is merged";
            draft.findings.add(FindingCode.FOREIGN_KEY_OUTSIDE, table.name() + "." + key.name(), what);
            return;
        }
        ReferencePlan reference = new ReferencePlan(
                table.name(),
                Draft.spelled(table, key.columns()),
                key.parentTable(),
                Draft.spelled(draft.mainTable(key.parentTable()), key.parentColumns()),
                null,
                List.of(),
                Orphans.FAIL,
                key.clears() ? WhenLeftOut.CLEAR : WhenLeftOut.DROP,
                List.of());
        found.putIfAbsent(reference.name(), reference);
    }
}
