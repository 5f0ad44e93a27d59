package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.result.FindingCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the references from merge.yaml and from foreign keys. */
final class References {

    private final Draft draft;

    /** The references by name. If several references have the same name, the map contains only the reference that was read first. */
    private final Map<String, ReferencePlan> found = new LinkedHashMap<>();

    References(Draft draft) {
        this.draft = draft;
    }

    /** Reads configured references without a wildcard first, then configured references with a wildcard, and finally foreign keys. */
    List<ReferencePlan> read() throws SQLException {
        List<ReferenceConfig> lines = new ArrayList<>(draft.config.references());
        lines.sort(Comparator.comparing(References::isPattern));
        for (ReferenceConfig line : lines) {
            read(line, ConfigLines.item(draft.config.references().indexOf(line)));
        }
        draft.main().tables().values().forEach(table -> table.foreignKeys().forEach(key -> read(table, key)));
        return List.copyOf(found.values());
    }

    private static boolean isPattern(ReferenceConfig line) {
        return line.from().table().contains("*");
    }

    private void read(ReferenceConfig line, String item) throws SQLException {
        ColumnNames from = line.from();
        ColumnNames to = line.to();
        Optional<String> missing = draft.missing(to.table(), to.columns())
                .or(() -> isPattern(line) ? Optional.empty() : draft.missing(from.table(), from.columns()));
        List<Table> tables = missing.isPresent() ? List.of() : tables(line);
        if (tables.isEmpty()) {
            String subject = from.table() + "(" + String.join(", ", from.columns()) + ") -> " + to.table();
            String what = missing.orElse("no table " + from.table() + " with these columns on the main server");
            draft.wrong(subject, what, "references", item);
        }
        for (Table table : tables) {
            read(table, line, item);
        }
    }

    /** Returns the tables to which a configured reference applies. A reference with a table pattern never links a column to itself. */
    private List<Table> tables(ReferenceConfig line) {
        ColumnNames from = line.from();
        return draft.main().tables().values().stream()
                .filter(table -> Draft.fits(from.table(), table.name()) && table.hasAll(from.columns()))
                .filter(table -> !isPattern(line)
                        || !table.name().equals(line.to().table())
                        || !Draft.sameNames(from.columns(), line.to().columns()))
                .toList();
    }

    private void read(Table table, ForeignKey key) {
        if (key.parentDatabase().equalsIgnoreCase(draft.main().database())) {
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
        } else {
            String what = "foreign key leads to " + key.parentDatabase() + "." + key.parentTable()
                    + ", outside of what is merged";
            draft.findings.add(FindingCode.FOREIGN_KEY_OUTSIDE, table.name() + "." + key.name(), what);
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
        if (isClearedInVain(table, reference)) {
            String what =
                    "cannot be cleared, as the column takes no NULL, and no value stands for no reference, as none: [0]";
            draft.wrong(reference.name(), what, "references", item);
        } else {
            found.putIfAbsent(reference.name(), reference);
        }
    }

    private static boolean isClearedInVain(Table table, ReferencePlan reference) {
        return (reference.orphans() == Orphans.CLEAR || reference.whenLeftOut() == WhenLeftOut.CLEAR)
                && reference.none().isEmpty()
                && !reference.columns().stream()
                        .allMatch(column -> table.column(column).nullable());
    }
}
