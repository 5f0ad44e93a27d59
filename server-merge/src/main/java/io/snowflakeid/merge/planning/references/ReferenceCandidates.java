package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Game;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where columns of which no reference is known may lead, by the names of columns and tables alone. */
final class ReferenceCandidates {

    private final Game game;
    private final List<TablePlan> tables;
    private final List<ReferencePlan> listed;

    /** The word with which most tables begin, or nothing. */
    private final String prefix;

    /** The one column by which others refer to a table, in the order of the tables. */
    private final List<ColumnName> ids;

    ReferenceCandidates(Game game, List<TablePlan> tables, List<ReferencePlan> listed) {
        this.game = game;
        this.tables = tables;
        this.listed = listed;
        Map<String, Long> beginnings = tables.stream()
                .collect(Collectors.groupingBy(
                        table -> NameWords.ofTable(table.name()).first(), HashMap::new, Collectors.counting()));
        beginnings.values().removeIf(count -> count <= 3 || count * 4 <= tables.size() * 3L);
        prefix = String.join("", beginnings.keySet());
        ids = tables.stream()
                .flatMap(table ->
                        idOf(game.mainTable(table.name())).stream().map(id -> new ColumnName(table.name(), id.name())))
                .toList();
    }

    /** The primary key, if it is one whole number; else the column that the server counts. */
    private static Optional<Column> idOf(Table table) {
        Stream<Column> key = table.keys().stream()
                .filter(each -> each.primary() && each.columns().size() == 1)
                .map(Key::columns)
                .map(columns -> table.column(columns.get(0)))
                .filter(ReferenceCandidates::isWholeNumber);
        return Stream.concat(key, table.columns().stream().filter(Column::autoIncrement))
                .findFirst();
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
                        || NameWords.ofColumn(column.column()).carries(tableName(column)));
    }

    private NameWords tableName(ColumnName column) {
        return NameWords.ofTable(column.table()).without(prefix);
    }

    /** The ids of tables whose whole name stands in the column's, the longest name first. */
    List<ColumnName> byTable(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return ids.stream()
                .filter(parent -> !name.counts() && !parent.equals(column) && name.carries(tableName(parent)))
                .sorted(Comparator.comparing(
                        parent -> -tableName(parent).whole().length()))
                .toList();
    }

    /**
     * The ids whose name stands in the column's; one called {@code guid}, say, has to have the very same name. Those are first that are no
     * reference themselves, then those after whose table the column's is named, as {@code avatar_inventory} is after {@code avatars}.
     */
    List<ColumnName> byKey(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return ids.stream()
                .filter(parent -> !name.counts()
                        && !parent.equals(column)
                        && !(name.words().isEmpty() && ids.contains(column))
                        && (parent.column().equalsIgnoreCase(column.column())
                                || name.carries(NameWords.ofColumn(parent.column()))))
                .sorted(Comparator.comparing((ColumnName parent) ->
                                known(parent) || (!byTable(parent).isEmpty() && !ownId(parent)))
                        .thenComparing(parent -> !tableName(column)
                                .first()
                                .equals(tableName(parent).first())))
                .toList();
    }

    /** Where columns of the same name lead in other tables, as far as that is listed or was found. */
    List<ColumnName> bySameName(ColumnName column, Map<ColumnName, ColumnName> found) {
        Stream<ReferencePlan.Link> known = listed.stream()
                .filter(reference -> reference.columns().size() == 1)
                .flatMap(reference -> reference.links().stream());
        Stream<ReferencePlan.Link> confirmed =
                found.entrySet().stream().map(each -> new ReferencePlan.Link(each.getKey(), each.getValue()));
        return Stream.concat(known, confirmed)
                .filter(link -> link.column().column().equalsIgnoreCase(column.column()))
                .map(ReferencePlan.Link::parent)
                .filter(parent -> !parent.equals(column)
                        && !NameWords.ofColumn(column.column()).words().isEmpty()
                        && isWholeNumber(game.mainTable(parent.table()).column(parent.column())))
                .distinct()
                .toList();
    }
}
