package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.NamePattern;
import io.snowflakeid.merge.planning.draft.Tables;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Which columns lead to which rows: as foreign keys declare it, and as the operator says. */
public final class References {

    private final Game game;
    private final Findings findings;
    private final Map<String, ReferencePlan> found = new LinkedHashMap<>();
    private final Map<String, Listed> listed = new HashMap<>();

    public References(Game game, Findings findings) {
        this.game = game;
        this.findings = findings;
    }

    public List<ReferencePlan> read() {
        for (Table table : game.main().tables().values()) {
            for (ForeignKey key : table.foreignKeys()) {
                declared(table, key);
            }
        }
        for (ReferenceConfig config : game.config().references()) {
            configured(config);
        }
        return List.copyOf(found.values());
    }

    private void declared(Table table, ForeignKey key) {
        if (!key.parentDatabase().equalsIgnoreCase(game.main().database())) {
            findings.error(
                    FindingCode.FOREIGN_KEY_OUTSIDE,
                    table.name() + "." + key.name(),
                    "foreign key leads to " + key.parentDatabase() + "." + key.parentTable()
                            + ", outside of what is merged: drop it on the sources, or accept that it keeps its values");
            return;
        }
        add(new ReferencePlan(
                table.name(),
                spelled(table, key.columns()),
                key.parentTable(),
                spelled(game.mainTable(key.parentTable()), key.parentColumns()),
                null,
                List.of(),
                true,
                Orphans.FAIL,
                key.onDelete().equals("SET NULL") ? WhenLeftOut.CLEAR : WhenLeftOut.DROP,
                none()));
    }

    private List<Long> none() {
        return Collections.nCopies(game.sources().size(), 0L);
    }

    private static List<String> spelled(Table table, List<String> columns) {
        return columns.stream().map(column -> table.column(column).name()).toList();
    }

    private void configured(ReferenceConfig config) {
        NamePattern pattern = NamePattern.of(config.table());
        Optional<String> missing = game.missing(config.parentTable(), config.parentColumns())
                .or(() -> pattern.plain() ? game.missing(config.table(), config.columns()) : Optional.empty());
        List<Table> fitting = game.main().tables().values().stream()
                .filter(table -> pattern.fits(table.name())
                        && config.columns().stream()
                                .allMatch(column -> table.find(column).isPresent()))
                // an id does not refer to itself; another column of its table may
                .filter(table -> pattern.plain()
                        || !table.name().equals(config.parentTable())
                        || !same(config.columns(), config.parentColumns()))
                .toList();
        if (missing.isPresent() || fitting.isEmpty()) {
            findings.error(
                    FindingCode.CONFIG_REFERENCE,
                    config.table() + "(" + String.join(", ", config.columns()) + ") -> " + config.parentTable(),
                    missing.orElse("no table " + config.table() + " with these columns on the main server")
                            + ": correct " + place(config));
            return;
        }
        fitting.forEach(table -> add(table, game.mainTable(config.parentTable()), config));
    }

    private String place(ReferenceConfig config) {
        return game.config()
                .lines()
                .at("references", ConfigLines.item(game.config().references().indexOf(config)));
    }

    /** The place in the configuration of the line that made it, a plain name before a pattern; -1 where only a foreign key did. */
    public static int numberOf(MergeConfig config, ReferencePlan reference) {
        List<ReferenceConfig> all = config.references();
        List<ReferenceConfig> fitting =
                all.stream().filter(line -> made(line, reference)).toList();
        return fitting.stream()
                .filter(line -> NamePattern.of(line.table()).plain())
                .findFirst()
                .or(() -> fitting.stream().findFirst())
                .map(all::indexOf)
                .orElse(-1);
    }

    private static boolean made(ReferenceConfig line, ReferencePlan reference) {
        return Objects.equals(line.when(), reference.when())
                && line.parentTable().equals(reference.parent())
                && same(line.columns(), reference.columns())
                && same(line.parentColumns(), reference.parentColumns())
                && NamePattern.of(line.table()).fits(reference.table());
    }

    private static boolean same(List<String> names, List<String> others) {
        return String.join("\0", names).equalsIgnoreCase(String.join("\0", others));
    }

    private void add(Table table, Table parent, ReferenceConfig config) {
        List<String> columns = spelled(table, config.columns());
        boolean clearable = !config.none().isEmpty()
                || columns.stream().allMatch(column -> table.column(column).nullable());
        boolean clears = config.orphans() == Orphans.CLEAR || config.whenLeftOut() == WhenLeftOut.CLEAR;
        ReferencePlan reference = new ReferencePlan(
                table.name(),
                columns,
                parent.name(),
                spelled(parent, config.parentColumns()),
                config.when(),
                config.none(),
                false,
                config.orphans(),
                config.whenLeftOut() == null ? WhenLeftOut.DROP : config.whenLeftOut(),
                none());
        if (clears && !clearable) {
            findings.error(
                    FindingCode.CONFIG_REFERENCE,
                    reference.name(),
                    "cannot be cleared: the column takes no NULL; say which value stands for no reference, as none: [0],"
                            + " with " + place(config));
        } else if (!givesWay(reference, NamePattern.of(config.table()).plain())) {
            add(reference);
        }
    }

    /** A line of merge.yaml, for one table. */
    private record Listed(ReferencePlan reference, boolean plain) {}

    /** Whether another line holds instead: a plain name goes before a pattern. */
    private boolean givesWay(ReferencePlan reference, boolean plain) {
        Listed before = listed.get(key(reference));
        if (before != null && before.plain() && !plain) {
            return true;
        }
        if (before != null && before.plain() == plain && !before.reference().equals(reference)) {
            findings.error(
                    FindingCode.CONFIG_REFERENCE,
                    reference.name(),
                    "is listed twice: with " + settings(before.reference()) + "; and with " + settings(reference)
                            + ": keep one of them in merge.yaml");
            return true;
        }
        listed.put(key(reference), new Listed(reference, plain));
        return false;
    }

    private static String settings(ReferencePlan reference) {
        return "none: " + reference.none() + ", orphans: " + Tables.name(reference.orphans()) + ", when-left-out: "
                + Tables.name(reference.whenLeftOut());
    }

    private static String key(ReferencePlan reference) {
        return reference.table() + "\0" + reference.columns() + "\0" + reference.parent() + "\0"
                + reference.parentColumns() + "\0" + reference.when();
    }

    /** What the operator says of a declared reference goes before the declaration. */
    private void add(ReferencePlan reference) {
        ReferencePlan before = found.get(key(reference));
        found.put(key(reference), before != null && before.declared() ? reference.asDeclared() : reference);
    }
}
