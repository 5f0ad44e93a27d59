package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.NamePattern;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which columns lead to which rows: as the operator says, and as foreign keys declare it. */
public final class References {

    private final Game game;
    private final Findings findings;

    /** By name; the first that is said of the same columns holds. */
    private final Map<String, ReferencePlan> found = new LinkedHashMap<>();

    public References(Game game, Findings findings) {
        this.game = game;
        this.findings = findings;
    }

    /** A line with a plain name goes before one with a pattern, that one before a foreign key; lines of a kind in their order. */
    public List<ReferencePlan> read() {
        for (boolean plain : new boolean[] {true, false}) {
            for (ReferenceConfig line : game.config().references()) {
                NamePattern pattern = NamePattern.of(line.table());
                if (pattern.plain() == plain) {
                    read(line, pattern);
                }
            }
        }
        game.main().tables().values().forEach(table -> table.foreignKeys().forEach(key -> read(table, key)));
        return List.copyOf(found.values());
    }

    private void read(ReferenceConfig line, NamePattern pattern) {
        Optional<String> missing = game.missing(line.parentTable(), line.parentColumns())
                .or(() -> pattern.plain() ? game.missing(line.table(), line.columns()) : Optional.empty());
        List<Table> fitting = game.main().tables().values().stream()
                .filter(table -> pattern.fits(table.name())
                        && line.columns().stream()
                                .allMatch(column -> table.find(column).isPresent()))
                // an id does not refer to itself; another column of its table may
                .filter(table -> pattern.plain()
                        || !table.name().equals(line.parentTable())
                        || !Game.sameNames(line.columns(), line.parentColumns()))
                .toList();
        if (missing.isPresent() || fitting.isEmpty()) {
            findings.error(
                    FindingCode.CONFIG_REFERENCE,
                    line.table() + "(" + String.join(", ", line.columns()) + ") -> " + line.parentTable(),
                    missing.orElse("no table " + line.table() + " with these columns on the main server") + ": correct "
                            + place(line));
            return;
        }
        fitting.forEach(table -> read(table, line));
    }

    private String place(ReferenceConfig line) {
        int number = game.config().references().indexOf(line);
        return game.config().lines().at("references", ConfigLines.item(number));
    }

    private void read(Table table, ReferenceConfig line) {
        ReferencePlan reference = new ReferencePlan(
                table.name(),
                spelled(table, line.columns()),
                line.parentTable(),
                spelled(game.mainTable(line.parentTable()), line.parentColumns()),
                line.when(),
                line.none(),
                false,
                line.orphans(),
                line.whenLeftOut() == null ? WhenLeftOut.DROP : line.whenLeftOut(),
                noOrphans());
        boolean clears = reference.orphans() == Orphans.CLEAR || reference.whenLeftOut() == WhenLeftOut.CLEAR;
        boolean clearable = !line.none().isEmpty()
                || line.columns().stream()
                        .allMatch(column -> table.column(column).nullable());
        if (clears && !clearable) {
            findings.error(
                    FindingCode.CONFIG_REFERENCE,
                    reference.name(),
                    "cannot be cleared: the column takes no NULL; say which value stands for no reference, as none: [0],"
                            + " with " + place(line));
            return;
        }
        found.putIfAbsent(reference.name(), reference);
    }

    private void read(Table table, ForeignKey key) {
        if (!key.parentDatabase().equalsIgnoreCase(game.main().database())) {
            findings.error(
                    FindingCode.FOREIGN_KEY_OUTSIDE,
                    table.name() + "." + key.name(),
                    "foreign key leads to " + key.parentDatabase() + "." + key.parentTable()
                            + ", outside of what is merged: drop it on the sources, or accept that it keeps its values");
            return;
        }
        ReferencePlan reference = new ReferencePlan(
                table.name(),
                spelled(table, key.columns()),
                key.parentTable(),
                spelled(game.mainTable(key.parentTable()), key.parentColumns()),
                null,
                List.of(),
                true,
                Orphans.FAIL,
                key.clears() ? WhenLeftOut.CLEAR : WhenLeftOut.DROP,
                noOrphans());
        found.merge(reference.name(), reference, (listed, declared) -> listed.asDeclared());
    }

    private List<Long> noOrphans() {
        return Collections.nCopies(game.sources().size(), 0L);
    }

    private static List<String> spelled(Table table, List<String> columns) {
        return columns.stream().map(column -> table.column(column).name()).toList();
    }
}
