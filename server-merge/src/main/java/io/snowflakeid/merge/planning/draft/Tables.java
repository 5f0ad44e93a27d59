package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.rows.KeyWalk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What becomes of each table, as far as definitions and configuration tell. */
public final class Tables {

    private final Game game;
    private final Findings findings;

    public Tables(Game game, Findings findings) {
        this.game = game;
        this.findings = findings;
    }

    /** The time is what a default such as CURRENT_TIMESTAMP stands for. */
    public List<TablePlan> read(String now) {
        MissingColumns missing = new MissingColumns(game, now);
        for (String name : game.config().tables().keySet()) {
            NamePattern pattern = NamePattern.of(name);
            if (game.main().tables().keySet().stream().noneMatch(pattern::fits)) {
                findings.error(
                        FindingCode.CONFIG_TABLE,
                        name,
                        game.missing(name, List.of()).orElseThrow() + ": correct "
                                + game.config().lines().at("tables", name));
            }
        }
        return game.main().tables().values().stream()
                .map(table -> read(table, game.configOf(table.name()), missing))
                .toList();
    }

    private TablePlan read(Table table, TableConfig config, MissingColumns missing) {
        // what is computed is not copied, and orders nothing
        Optional<Key> key = table.orderingKey()
                .filter(each -> each.columns().stream()
                        .allMatch(column -> table.column(column).generated() == null));
        List<String> columns = key.map(Key::columns).orElse(List.of());
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
                columns.stream()
                        .takeWhile(column -> KeyWalk.walkable(table.column(column)))
                        .toList(),
                config.where(),
                table.definition(),
                everywhere(table).mapToLong(Table::averageRowBytes).max().orElse(0),
                0,
                present(table, columns, missing));
    }

    /** The sources that have it; how many rows is counted later. */
    private List<SourceRows> present(Table table, List<String> key, MissingColumns missing) {
        List<SourceRows> rows = new ArrayList<>();
        for (SourcePlan source : game.sources()) {
            Map<String, String> lacking = missing.of(source, table);
            game.table(source, table.name())
                    .ifPresent(there -> rows.add(new SourceRows(
                            source.number(),
                            0,
                            0,
                            new TablePrint(0, null, null, "", null),
                            keyName(there, key),
                            lacking.isEmpty()
                                    ? List.of()
                                    : there.columns().stream().map(Column::name).toList(),
                            lacking)));
        }
        return rows;
    }

    /** Names of keys differ between sources; any of these columns gives the order. */
    private static @Nullable String keyName(Table table, List<String> columns) {
        return table.keys().stream()
                .filter(key -> key.plain() && !columns.isEmpty() && Game.sameNames(key.columns(), columns))
                .map(Key::name)
                .findFirst()
                .orElse(null);
    }

    /** Whether a source has something else of a column than the main server. */
    private boolean differ(Table table, Column column, Function<Column, @Nullable String> what) {
        return everywhere(table)
                .flatMap(other -> other.find(column.name()).stream())
                .anyMatch(found -> !Objects.equals(what.apply(found), what.apply(column)));
    }

    private Stream<Table> everywhere(Table table) {
        return game.sources().stream().flatMap(source -> game.table(source, table.name()).stream());
    }
}
