package io.snowflakeid.merge.planning.names;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Which values must be unique, and what the operator wants done where they are not. */
public final class Uniques {

    private final Game game;
    private final Findings findings;
    private final Map<String, UniquePlan> found = new LinkedHashMap<>();

    public Uniques(Game game, Findings findings) {
        this.game = game;
        this.findings = findings;
    }

    /** All unique keys of tables that are united, and those that the operator names; without counts. */
    public List<UniquePlan> read(List<TablePlan> tables) {
        // those that follow renames last: whether their names change is known by then
        List<UniqueConfig> configs = new ArrayList<>(game.config().unique());
        configs.sort(Comparator.comparing(this::holdsNewNames));
        for (UniqueConfig config : configs) {
            Optional<String> fault = game.missing(config.table(), config.columns())
                    .map(missing -> missing + ": correct " + place(config))
                    .or(() -> fault(config, game.mainTable(config.table())));
            if (fault.isPresent()) {
                findings.error(FindingCode.CONFIG_UNIQUE, config.table() + config.columns(), fault.get());
            } else {
                add(game.mainTable(config.table()), config);
            }
        }
        tables.stream()
                .filter(table -> table.tableClass() == TableClass.UNION)
                .forEach(table -> addKeys(game.mainTable(table.name())));
        return List.copyOf(found.values());
    }

    private void addKeys(Table table) {
        for (Key key : table.keys()) {
            if (key.unique() && key.plain()) {
                add(UniquePlan.declared(found.size() + 1, table.name(), spelled(table, key.columns())));
            } else if (key.unique()) {
                findings.warning(
                        FindingCode.UNIQUE_NOT_COMPARED,
                        table.name() + "." + key.name(),
                        "unique key on a prefix or an expression is not compared beforehand; a clash would end the run when"
                                + " the index is built");
            }
        }
    }

    /** The first of several for the same columns in any order counts. */
    private void add(UniquePlan plan) {
        found.putIfAbsent(plan.table() + new TreeSet<>(plan.columns()), plan);
    }

    private boolean holdsNewNames(UniqueConfig key) {
        return game.config().unique().stream()
                .flatMap(config -> config.followedBy().stream())
                .anyMatch(follower -> follower.table().equals(key.table())
                        && key.columns().stream().anyMatch(follower.column()::equalsIgnoreCase));
    }

    private String place(UniqueConfig config) {
        return place(game.config(), config);
    }

    static String place(MergeConfig config, UniqueConfig line) {
        return config.lines().at("unique", ConfigLines.item(config.unique().indexOf(line)));
    }

    private void add(Table table, UniqueConfig config) {
        List<String> spelled = spelled(table, config.columns());
        add(new UniquePlan(
                found.size() + 1,
                table.name(),
                spelled,
                config.none(),
                config.onClash(),
                config.pattern(),
                config.side(),
                config.onClash() == OnClash.RENAME ? lengthOf(table.column(spelled.get(0)), config) : 0,
                config.references(),
                0,
                0,
                null,
                null));
    }

    private static List<String> spelled(Table table, List<String> columns) {
        return columns.stream().map(column -> table.column(column).name()).toList();
    }

    private static int lengthOf(Column column, UniqueConfig config) {
        long length = column.characters() == null ? 0 : Math.min(column.characters(), 700);
        return (int) (config.maxLength() == null ? length : Math.min(length, config.maxLength()));
    }

    private Optional<String> fault(UniqueConfig config, Table table) {
        return keyFault(config, table)
                .or(() -> renameFault(config, table))
                .or(() -> noneFault(config, table))
                .or(() -> referencesFault(config, table));
    }

    private Optional<String> keyFault(UniqueConfig config, Table table) {
        if (config.onClash() != OnClash.FAIL
                && config.columns().stream()
                        .anyMatch(column -> table.column(column).generated() != null)) {
            return Optional.of(
                    "the key has a column that is computed: name what it is computed from, or change the rows before");
        }
        return found.values().stream()
                .filter(before -> config.onClash() == OnClash.KEEP_FIRST
                        && before.onClash() == OnClash.KEEP_FIRST
                        && before.table().equals(table.name()))
                .findFirst()
                .map(before ->
                        "table has another key with on-clash: keep-first; which row is kept for the sake of which key would depend on"
                                + " their order: choose rename for one of them, or change the rows before");
    }

    private Optional<String> renameFault(UniqueConfig config, Table table) {
        if (config.onClash() != OnClash.RENAME) {
            return Optional.empty();
        }
        Column column = table.column(config.columns().get(0));
        if (config.columns().size() > 1 || column.kind() != Column.Kind.TEXT || column.characters() == null) {
            return Optional.of(
                    "only a key of one text column can be renamed: choose keep-first, or change the rows before");
        }
        int length = lengthOf(column, config);
        return game.config().sources().keySet().stream()
                .filter(alias -> config.lengthBesidesName(alias) >= length)
                .findFirst()
                .map(alias -> "new names have at most " + length
                        + " characters, as the column does, but the pattern takes "
                        + config.lengthBesidesName(alias) + " beside the name for " + alias
                        + ", which leaves none for it: shorten the pattern or the alias in " + place(config));
    }

    private Optional<String> noneFault(UniqueConfig config, Table table) {
        if (config.none().isEmpty()) {
            return Optional.empty();
        }
        String column = config.columns().get(0);
        if (table.column(column).kind() != Column.Kind.TEXT) {
            return Optional.of("none is for a key of one text column: leave it out of " + place(config));
        }
        return keyAlone(table, column)
                .map(alone -> "rows with a value of none would clash in the target, whose unique key " + alone.name()
                        + " is on " + column + " alone: drop that key on the main server, or leave none out of "
                        + place(config));
    }

    private Optional<String> referencesFault(UniqueConfig config, Table table) {
        boolean referred = game.main().tables().values().stream()
                        .flatMap(other -> other.foreignKeys().stream())
                        .anyMatch(key -> key.parentTable().equals(table.name()))
                || game.config().references().stream()
                        .anyMatch(reference -> reference.parentTable().equals(table.name()));
        return config.onClash() == OnClash.KEEP_FIRST && referred && config.references() == null
                ? Optional.of(
                        "rows of other tables refer to rows that keep-first leaves behind: say references: follow, to lead them to the"
                                + " row that is kept, or references: drop, to leave them behind too")
                : Optional.empty();
    }

    /** A unique key on that column alone: no two rows of the target can have one of its values, whatever it stands for. */
    static Optional<Key> keyAlone(Table table, String column) {
        return table.keys().stream()
                .filter(key -> key.unique()
                        && key.columns().size() == 1
                        && key.columns().get(0).equalsIgnoreCase(column))
                .findFirst();
    }

    /** The tables, whose columns now know which renames they follow. */
    public List<TablePlan> withFollowers(List<TablePlan> tables, List<UniquePlan> uniques) {
        Map<ColumnName, List<Follow>> follows = new LinkedHashMap<>();
        for (UniquePlan unique : uniques) {
            if (unique.onClash() == OnClash.RENAME) {
                follow(follows, unique.table(), unique.columns().get(0), new Follow(unique.number(), null));
                UniqueConfig config = configOf(game.config(), unique);
                for (Follower follower : config.followedBy()) {
                    Optional<String> missing = game.missing(follower.table(), List.of(follower.column()));
                    if (missing.isEmpty()) {
                        Follow follow = new Follow(unique.number(), follower.when());
                        follow(follows, follower.table(), follower.column(), follow);
                    } else {
                        findings.error(
                                FindingCode.CONFIG_UNIQUE,
                                follower.table() + "." + follower.column(),
                                missing.get() + ": correct followed-by of " + place(config));
                    }
                }
            }
        }
        follows.forEach(this::refuseTwoNames);
        return tables.stream()
                .map(table -> table.withColumns(column -> column.withFollows(
                        List.copyOf(follows.getOrDefault(new ColumnName(table.name(), column.name()), List.of())))))
                .toList();
    }

    /** A name that two rules may both have a new one for would get one of them by chance. */
    private void refuseTwoNames(ColumnName column, List<Follow> follows) {
        boolean always = follows.stream().anyMatch(follow -> follow.when() == null);
        long rules = follows.stream().map(Follow::rule).distinct().count();
        if (rules > 1 && always) {
            findings.error(
                    FindingCode.CONFIG_UNIQUE,
                    column.toString(),
                    "its values may get a new name by " + rules
                            + " lines of unique, which are its own rename or name it under followed-by: leave all but one out, or"
                            + " give each followed-by a when");
        }
    }

    private void follow(Map<ColumnName, List<Follow>> follows, String table, String column, Follow follow) {
        ColumnName spelled =
                new ColumnName(table, game.mainTable(table).column(column).name());
        follows.computeIfAbsent(spelled, name -> new ArrayList<>()).add(follow);
    }

    /** The line that a rename comes from. */
    static UniqueConfig configOf(MergeConfig config, UniquePlan unique) {
        return config.unique().stream()
                .filter(line -> line.onClash() == OnClash.RENAME
                        && line.table().equals(unique.table())
                        && line.columns()
                                .get(0)
                                .equalsIgnoreCase(unique.columns().get(0)))
                .findFirst()
                .orElseThrow();
    }
}
