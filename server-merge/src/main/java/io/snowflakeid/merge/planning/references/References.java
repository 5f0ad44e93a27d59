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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which columns lead to which rows: as foreign keys declare it, and as the operator says. */
public final class References {

    private final Game game;
    private final Findings findings;
    private final Map<String, Ranked> found = new LinkedHashMap<>();

    /** Of what is said of the same columns the greatest holds. */
    private enum Rank {
        FOREIGN_KEY,
        PATTERN,
        PLAIN_NAME
    }

    private record Ranked(ReferencePlan reference, Rank rank) {}

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
        return found.values().stream().map(Ranked::reference).toList();
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
        ReferencePlan reference = new ReferencePlan(
                table.name(),
                spelled(table, key.columns()),
                key.parentTable(),
                spelled(game.mainTable(key.parentTable()), key.parentColumns()),
                null,
                List.of(),
                true,
                Orphans.FAIL,
                key.onDelete().equals("SET NULL") ? WhenLeftOut.CLEAR : WhenLeftOut.DROP,
                none());
        found.put(key(reference), new Ranked(reference, Rank.FOREIGN_KEY));
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
                        || !Tables.sameNames(config.columns(), config.parentColumns()))
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
        return IntStream.range(0, all.size())
                .filter(number -> made(all.get(number), reference))
                .boxed()
                .min(Comparator.comparing(
                        number -> !NamePattern.of(all.get(number).table()).plain()))
                .orElse(-1);
    }

    private static boolean made(ReferenceConfig line, ReferencePlan reference) {
        return Objects.equals(line.when(), reference.when())
                && line.parentTable().equals(reference.parent())
                && Tables.sameNames(line.columns(), reference.columns())
                && Tables.sameNames(line.parentColumns(), reference.parentColumns())
                && NamePattern.of(line.table()).fits(reference.table());
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
        } else {
            add(reference, NamePattern.of(config.table()).plain() ? Rank.PLAIN_NAME : Rank.PATTERN);
        }
    }

    private void add(ReferencePlan reference, Rank rank) {
        Ranked before = found.get(key(reference));
        if (before == null || before.rank().compareTo(rank) < 0) {
            boolean declared = before != null && before.reference().declared();
            found.put(key(reference), new Ranked(declared ? reference.asDeclared() : reference, rank));
        } else if (before.rank() == rank && !settings(before.reference()).equals(settings(reference))) {
            findings.error(
                    FindingCode.CONFIG_REFERENCE,
                    reference.name(),
                    "is listed twice: with " + settings(before.reference()) + "; and with " + settings(reference)
                            + ": keep one of them in merge.yaml");
        }
    }

    private static String settings(ReferencePlan reference) {
        return "none: " + reference.none() + ", orphans: " + MergeConfig.word(reference.orphans()) + ", when-left-out: "
                + MergeConfig.word(reference.whenLeftOut());
    }

    private static String key(ReferencePlan reference) {
        return reference.table() + "\0" + reference.columns() + "\0" + reference.parent() + "\0"
                + reference.parentColumns() + "\0" + reference.when();
    }
}
