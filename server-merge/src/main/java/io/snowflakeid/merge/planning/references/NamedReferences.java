package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Game;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where columns of which no reference is known may lead, by the names of columns and tables alone. */
final class NamedReferences {

    private final Game game;
    private final List<TablePlan> tables;
    private final List<ReferencePlan> listed;

    /** The word with which most tables begin, or nothing. */
    private final String prefix;

    /** The one column by which others refer to a table, in the order of the tables. */
    private final List<ColumnName> ids;

    NamedReferences(Game game, List<TablePlan> tables, List<ReferencePlan> listed) {
        this.game = game;
        this.tables = tables;
        this.listed = listed;
        prefix = commonPrefix();
        ids = tables.stream()
                .flatMap(table ->
                        idOf(game.mainTable(table.name())).stream().map(id -> new ColumnName(table.name(), id.name())))
                .toList();
    }

    private String commonPrefix() {
        Map<String, Long> counts = tables.stream()
                .collect(Collectors.groupingBy(
                        table -> NameWords.ofTable(table.name()).first(), Collectors.counting()));
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > 3 && count.getValue() * 4 > tables.size() * 3L)
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
        return tables.stream()
                // rows of the main server alone keep what they refer to
                .filter(table -> table.copiedFromByClass(2))
                .flatMap(table -> table.columns().stream()
                        .filter(plan ->
                                isWholeNumber(plan.column()) && !plan.column().autoIncrement())
                        .map(plan -> new ColumnName(table.name(), plan.name())))
                .filter(column -> !known(column) && !ownId(column))
                .toList();
    }

    private boolean known(ColumnName column) {
        return listed.stream()
                .anyMatch(reference -> reference.table().equals(column.table())
                        && reference.columns().contains(column.column()));
    }

    /** {@code guild.guild_id}, and what is called {@code id} alone. */
    private boolean ownId(ColumnName column) {
        return ids.contains(column)
                && (column.column().equalsIgnoreCase("id")
                        || NameWords.ofColumn(column.column()).carries(tableName(column.table())));
    }

    private NameWords tableName(String table) {
        return NameWords.ofTable(table).without(prefix);
    }

    /** The tables whose whole name stands in the column's, the longest name first. */
    List<ColumnName> byTable(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return name.counts()
                ? List.of()
                : ids.stream()
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
        return name.counts() || (name.words().isEmpty() && ids.contains(column))
                ? List.of()
                : ids.stream()
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
        Stream<ColumnName> known = listed.stream()
                .filter(reference -> reference.columns().size() == 1
                        && reference.columns().get(0).equalsIgnoreCase(column.column()))
                .map(reference -> new ColumnName(
                        reference.parent(), reference.parentColumns().get(0)));
        Stream<ColumnName> confirmed = found.entrySet().stream()
                .filter(each -> each.getKey().column().equalsIgnoreCase(column.column()))
                .map(Map.Entry::getValue);
        return Stream.concat(known, confirmed)
                .filter(parent -> !parent.equals(column)
                        && isWholeNumber(game.mainTable(parent.table()).column(parent.column())))
                .distinct()
                .toList();
    }
}
