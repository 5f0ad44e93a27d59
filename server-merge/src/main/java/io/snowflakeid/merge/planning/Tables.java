package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.Suggestion;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.Summing;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Key;
import io.snowflakeid.merge.schema.Table;
import io.snowflakeid.merge.sql.KeyWalk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What becomes of each table, as far as definitions and configuration tell. */
final class Tables {

    /** The target goes on with one ledger: rows of others would be taken for its own. */
    private static final TableConfig LEDGER =
            new TableConfig(TableClass.MAIN_ONLY, IdPolicy.STATIC, null, null, Map.of(), List.of(), null, List.of());

    private final Game game;
    private final Findings findings;

    Tables(Game game, Findings findings) {
        this.game = game;
        this.findings = findings;
    }

    /** The time is what a default such as CURRENT_TIMESTAMP stands for. */
    List<TablePlan> read(String now) {
        MissingColumns missing = new MissingColumns(game, now);
        for (String name : game.config().tables().keySet()) {
            NamePattern pattern = NamePattern.of(name);
            if (game.main().tables().keySet().stream().noneMatch(pattern::fits)) {
                String where = pattern.plain() ? "" : " that fits";
                findings.error(
                        "CONFIG_TABLE",
                        name,
                        "no table" + where + " on the main server"
                                + Suggestion.behind(name, game.main().tables().keySet()) + ": correct "
                                + game.config().lines().at("tables", name));
            }
        }
        List<TablePlan> tables = new ArrayList<>();
        for (Table table : game.main().tables().values()) {
            tables.add(read(table, configOf(table.name()), missing));
        }
        return tables;
    }

    /** What the operator asks for; a plain name goes before patterns, and these in their order. */
    TableConfig configOf(String table) {
        TableConfig config = game.config().tables().get(keyOf(game.config(), table));
        if (config != null) {
            return config;
        }
        return Ledgers.isLedger(table) ? LEDGER : TableConfig.UNION;
    }

    /** Under which name or pattern the operator speaks of a table; its own name where nothing is said. */
    static String keyOf(MergeConfig config, String table) {
        return config.tables().containsKey(table)
                ? table
                : config.tables().keySet().stream()
                        .filter(key -> NamePattern.of(key).fits(table))
                        .findFirst()
                        .orElse(table);
    }

    private TablePlan read(Table table, TableConfig config, MissingColumns missing) {
        // what is computed is not copied, and orders nothing
        Optional<Key> key = table.orderingKey()
                .filter(each -> each.columns().stream()
                        .allMatch(column -> table.column(column).generated() == null));
        List<String> columns = key.map(Key::columns).orElse(List.of());
        List<String> walk = new ArrayList<>();
        for (String column : columns) {
            if (!KeyWalk.walkable(table.column(column))) {
                break;
            }
            walk.add(column);
        }
        check(table, config, columns);
        return new TablePlan(
                table.name(),
                config.tableClass(),
                table.columns().stream()
                        .filter(column -> column.generated() == null)
                        .map(column -> new ColumnPlan(
                                column,
                                differ(table, column, Column::collation),
                                differ(table, column, Column::charset),
                                List.of(),
                                List.of()))
                        .toList(),
                columns,
                walk,
                config.where(),
                config.by(),
                config.sums(),
                config.recompute(),
                table.definition(),
                averageRowBytes(table),
                0,
                present(table, columns, missing));
    }

    /** The sources that have it; how many rows is counted later. */
    private List<SourceRows> present(Table table, List<String> key, MissingColumns missing) {
        List<SourceRows> rows = new ArrayList<>();
        for (SourcePlan source : game.sources()) {
            Optional<Table> there = game.table(source, table.name());
            if (there.isPresent()) {
                Map<String, String> lacking = missing.of(source, table);
                rows.add(new SourceRows(
                        source.number(),
                        0,
                        0,
                        new TablePrint(0, null, null, "", null),
                        keyName(there.get(), key),
                        lacking.isEmpty()
                                ? List.of()
                                : there.get().columns().stream()
                                        .map(Column::name)
                                        .toList(),
                        lacking));
            }
        }
        return rows;
    }

    /** Names of keys differ between sources; any of these columns gives the order. */
    private static @Nullable String keyName(Table table, List<String> columns) {
        return table.keys().stream()
                .filter(key -> key.plain() && !columns.isEmpty() && sameNames(key.columns(), columns))
                .map(Key::name)
                .findFirst()
                .orElse(null);
    }

    private static boolean sameNames(List<String> one, List<String> another) {
        return String.join("\0", one).equalsIgnoreCase(String.join("\0", another));
    }

    private long averageRowBytes(Table table) {
        return game.schemas().stream()
                .map(schema -> schema.tables().get(table.name()))
                .filter(Objects::nonNull)
                .mapToLong(Table::averageRowBytes)
                .max()
                .orElse(0);
    }

    /** Whether a source has something else of a column than the main server. */
    private boolean differ(Table table, Column column, Function<Column, @Nullable String> what) {
        return game.schemas().stream()
                .map(schema -> schema.tables().get(table.name()))
                .filter(Objects::nonNull)
                .flatMap(other -> other.find(column.name()).stream())
                .anyMatch(found -> !Objects.equals(what.apply(found), what.apply(column)));
    }

    private void check(Table table, TableConfig config, List<String> key) {
        TableClass tableClass = config.tableClass();
        boolean byKey = tableClass == TableClass.KEEP_NEWEST || tableClass == TableClass.SUM_BY_KEY;
        if (byKey && key.isEmpty()) {
            findings.error(
                    "CLASS_NEEDS_KEY",
                    table.name(),
                    "class " + name(tableClass) + " needs a primary key, and the table has none: choose another class");
        }
        if (tableClass == TableClass.KEEP_NEWEST
                && table.find(String.valueOf(config.by())).isEmpty()) {
            findings.error(
                    "CONFIG_COLUMN",
                    table.name() + "." + config.by(),
                    noColumn(table, String.valueOf(config.by()), "by"));
        }
        if (tableClass == TableClass.SUM_BY_KEY) {
            for (Column column : table.columns()) {
                if (column.generated() == null
                        && !key.contains(column.name())
                        && !config.sums().containsKey(column.name())) {
                    findings.error(
                            "SUM_UNSPECIFIED",
                            table.name() + "." + column.name(),
                            "class sum-by-key must say what becomes of each column: add it to sums, with sum, max, min or first");
                }
            }
            config.sums().forEach((column, summing) -> {
                Optional<Column> found = table.find(column);
                if (found.isEmpty()) {
                    findings.error(
                            "CONFIG_COLUMN", table.name() + "." + column, noColumn(table, column, "sums", column));
                } else if (summing == Summing.SUM && found.get().kind() == Column.Kind.FLOAT) {
                    findings.error(
                            "SUM_OF_FLOAT",
                            table.name() + "." + column,
                            "a sum of type " + found.get().type()
                                    + " depends on the order of the rows, so it could not be verified: make the column a"
                                    + " DECIMAL on every source, or write max, min or first");
                } else if (!possible(summing, found.get().kind())) {
                    findings.error(
                            "CONFIG_SUM",
                            table.name() + "." + column,
                            name(summing) + " is not for type " + found.get().type() + ": write "
                                    + (possible(Summing.MAX, found.get().kind()) ? "max, min or first" : "first")
                                    + ", in sums of " + sumsIn(table, column));
                }
            });
        }
    }

    /** Only numbers have a sum; servers put JSON and shapes in no order, or in two. */
    private static boolean possible(Summing summing, Column.Kind kind) {
        return switch (summing) {
            case FIRST -> true;
            case MAX, MIN -> kind != Column.Kind.JSON && kind != Column.Kind.SPATIAL;
            case SUM -> kind == Column.Kind.INTEGER || kind == Column.Kind.DECIMAL;
        };
    }

    private String sumsIn(Table table, String column) {
        return game.config().lines().at("tables", keyOf(game.config(), table.name()), "sums", column);
    }

    private String noColumn(Table table, String column, String... path) {
        List<String> known = table.columns().stream().map(Column::name).toList();
        List<String> whole = new ArrayList<>(List.of("tables", keyOf(game.config(), table.name())));
        whole.addAll(List.of(path));
        return "no such column" + Suggestion.behind(column, known) + ": correct " + path[0] + " of "
                + game.config().lines().at(whole.toArray(String[]::new));
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
