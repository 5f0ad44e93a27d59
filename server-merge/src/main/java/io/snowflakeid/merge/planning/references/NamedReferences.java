package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.draft.Game;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where columns of which no reference is known may lead, by the names of columns and tables alone. */
final class NamedReferences {

    private final Game game;
    private final List<TablePlan> tables;
    private final List<ReferencePlan> listed;

    /** The one column by which others refer to a table, in the order of the tables. */
    private final Map<String, ColumnName> ids = new LinkedHashMap<>();

    private final Map<String, NameWords> tableNames = new HashMap<>();

    /**
     * Of a game.
     *
     * @param listed by the operator, and declared as foreign keys
     */
    NamedReferences(Game game, List<TablePlan> tables, List<ReferencePlan> listed) {
        this.game = game;
        this.tables = tables;
        this.listed = listed;
        String prefix = commonPrefix();
        for (TablePlan table : tables) {
            tableNames.put(table.name(), NameWords.ofTable(table.name()).without(prefix));
            idOf(game.mainTable(table.name()))
                    .ifPresent(id -> ids.put(table.name(), new ColumnName(table.name(), id.name())));
        }
    }

    /** The word with which most tables begin, or nothing. */
    private String commonPrefix() {
        Map<String, Integer> counts = new HashMap<>();
        tables.forEach(table -> counts.merge(NameWords.ofTable(table.name()).first(), 1, Integer::sum));
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > 3 && count.getValue() * 4 > tables.size() * 3)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** The primary key, if it is one whole number; else the column that the server counts. */
    private static Optional<Column> idOf(Table table) {
        Optional<Column> key = table.keys().stream()
                .filter(each -> each.primary() && each.columns().size() == 1)
                .map(Key::columns)
                .map(columns -> table.column(columns.get(0)))
                .filter(NamedReferences::isWholeNumber)
                .findFirst();
        return key.or(
                () -> table.columns().stream().filter(Column::autoIncrement).findFirst());
    }

    private static boolean isWholeNumber(Column column) {
        return column.kind() == Column.Kind.INTEGER && column.generated() == null;
    }

    /** Columns that may lead to rows of other servers, and of which no line says whether they do. */
    List<ColumnName> columns() {
        List<ColumnName> columns = new ArrayList<>();
        for (TablePlan table : tables) {
            // rows of the main server alone keep what they refer to
            for (ColumnPlan plan : table.copiedFromByClass(2) ? table.columns() : List.<ColumnPlan>of()) {
                ColumnName column = new ColumnName(table.name(), plan.name());
                if (isWholeNumber(plan.column())
                        && !plan.column().autoIncrement()
                        && !known(column)
                        && !ownId(column)) {
                    columns.add(column);
                }
            }
        }
        return columns;
    }

    private boolean known(ColumnName column) {
        return listed.stream()
                .anyMatch(reference -> reference.table().equals(column.table())
                        && reference.columns().contains(column.column()));
    }

    /** {@code guild.guild_id}, and what is called {@code id} alone. */
    private boolean ownId(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return column.equals(ids.get(column.table()))
                && (column.column().equalsIgnoreCase("id") || name.carries(tableName(column.table())));
    }

    private NameWords tableName(String table) {
        return tableNames.getOrDefault(table, NameWords.ofTable(table));
    }

    /** The tables whose whole name stands in the column's, the longest name first. */
    List<ColumnName> byTable(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return name.counts()
                ? List.of()
                : ids.values().stream()
                        .filter(parent -> !parent.equals(column) && name.carries(tableName(parent.table())))
                        .sorted(Comparator.comparing((ColumnName parent) ->
                                -tableName(parent.table()).whole().length()))
                        .toList();
    }

    /**
     * The tables whose key's name stands in the column's; a key called {@code guid}, say, has to have the very same name. Those are first
     * whose key is no reference itself, then those after which the column's table is named.
     */
    List<ColumnName> byKey(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return name.counts() || (name.words().isEmpty() && column.equals(ids.get(column.table())))
                ? List.of()
                : ids.values().stream()
                        .filter(parent -> !parent.equals(column)
                                && (parent.column().equalsIgnoreCase(column.column())
                                        || name.carries(NameWords.ofColumn(parent.column()))))
                        .sorted(Comparator.comparing(this::refers).thenComparing(parent -> !isAbout(column, parent)))
                        .toList();
    }

    private boolean refers(ColumnName key) {
        return known(key) || (!byTable(key).isEmpty() && !ownId(key));
    }

    /** {@code avatar_inventory} is about {@code avatars}. */
    private boolean isAbout(ColumnName column, ColumnName parent) {
        return tableName(column.table())
                .first()
                .equals(tableName(parent.table()).first());
    }

    /** Where columns of the same name lead in other tables, as far as that is known. */
    List<ColumnName> bySameName(ColumnName column, Map<ColumnName, ColumnName> found) {
        if (NameWords.ofColumn(column.column()).words().isEmpty()) {
            return List.of();
        }
        List<ColumnName> parents = new ArrayList<>();
        for (ReferencePlan reference : listed) {
            if (reference.columns().size() == 1 && reference.columns().get(0).equalsIgnoreCase(column.column())) {
                parents.add(new ColumnName(
                        reference.parent(), reference.parentColumns().get(0)));
            }
        }
        found.forEach((child, parent) -> {
            if (child.column().equalsIgnoreCase(column.column())) {
                parents.add(parent);
            }
        });
        return parents.stream()
                .filter(parent -> !parent.equals(column)
                        && isWholeNumber(game.mainTable(parent.table()).column(parent.column())))
                .distinct()
                .toList();
    }
}
