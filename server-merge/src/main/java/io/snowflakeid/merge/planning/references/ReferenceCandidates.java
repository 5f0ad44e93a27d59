package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where columns of which no reference is known may lead: by the names of columns and tables, and confirmed by the rows. */
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

    /**
     * What a column holds, seen as ids of a table, each on its own source.
     *
     * @param values how many different values, without those that stand for no reference
     * @param ids how many of them are ids
     * @param none the values that stand for no reference, as far as they are there and are no ids
     */
    record Contained(ColumnName column, ColumnName parent, long values, long ids, List<Long> none) {

        /** The line of merge.yaml that says so. */
        String line() {
            ColumnNames from = new ColumnNames(column.table(), List.of(column.column()));
            ColumnNames to = new ColumnNames(parent.table(), List.of(parent.column()));
            return ReferenceConfig.line(from, to, none);
        }

        @Override
        public String toString() {
            return ids + " of " + values + " different values";
        }
    }

    /** Those of these tables of whose ids at least nine of ten different values of a column are. */
    List<Contained> confirmed(ColumnName column, List<ColumnName> parents) throws SQLException {
        List<Contained> confirmed = new ArrayList<>();
        for (ColumnName parent : parents) {
            Contained contained = count(column, parent);
            if (contained.values() > 0 && contained.ids() * 10 >= contained.values() * 9) {
                confirmed.add(contained);
            }
        }
        return confirmed;
    }

    /** In one query; what is listed as none for references to the table stands for no reference, too. */
    private Contained count(ColumnName column, ColumnName parent) throws SQLException {
        Stream<Long> known = listed.stream()
                .filter(reference -> reference.parent().equals(parent.table()))
                .flatMap(reference -> reference.none().stream());
        List<Long> none =
                Stream.concat(Stream.of(0L, -1L), known).distinct().sorted().toList();
        String isNone = "v IN (" + none.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        String present = none.stream()
                .map(value -> ", MAX(CASE WHEN v = " + value + " THEN 1 - known ELSE 0 END)")
                .collect(Collectors.joining());
        String values = game.sources().stream()
                .filter(source -> game.has(source, column) && game.has(source, parent))
                .map(source -> values(column, parent, source))
                .collect(Collectors.joining(" UNION ALL "));
        long[] counts = game.numbers(game.sources().get(0), """
                SELECT SUM(CASE WHEN %1$s THEN 0 ELSE 1 END), SUM(CASE WHEN %1$s THEN 0 ELSE known END)%2$s FROM (%3$s) u
                """.formatted(isNone, present, values));
        List<Long> there = IntStream.range(0, none.size())
                .filter(i -> counts[i + 2] > 0)
                .mapToObj(none::get)
                .toList();
        return new Contained(column, parent, counts[0], counts[1], there);
    }

    /** Each different value {@code v}, and whether it is an id as {@code known}, 1 or 0. */
    private String values(ColumnName column, ColumnName parent, SourcePlan source) {
        Dialect dialect = game.sessions().dialect();
        return """
                SELECT d.v AS v, CASE WHEN EXISTS (SELECT 1 FROM %1$s p WHERE p.%2$s = d.v) THEN 1 ELSE 0 END AS known
                FROM (SELECT DISTINCT c.%4$s AS v FROM %3$s c WHERE c.%4$s IS NOT NULL) d
                """.formatted(
                        dialect.table(source.database(), parent.table()),
                        dialect.quote(parent.column()),
                        dialect.table(source.database(), column.table()),
                        dialect.quote(column.column()));
    }
}
