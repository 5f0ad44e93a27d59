package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts, in one query, how many different values of a column are ids of a table, each on its own source. */
final class IdContainment {

    /** What often stands for no reference, besides NULL. */
    private static final List<Long> NONE = List.of(0L, -1L);

    private final Game game;
    private final List<ReferencePlan> listed;

    IdContainment(Game game, List<ReferencePlan> listed) {
        this.game = game;
        this.listed = listed;
    }

    /**
     * What a column holds, seen as ids of a table.
     *
     * @param values how many different values, without those that stand for no reference
     * @param ids how many of them are ids
     * @param none the values that stand for no reference, as far as they are there and are no ids
     */
    record Contained(ColumnName column, ColumnName parent, long values, long ids, List<Long> none) {

        /** Whether there are values, and at least nine of ten are ids. */
        boolean isReference() {
            return values > 0 && ids * 10 >= values * 9;
        }

        /** The line of merge.yaml that says so. */
        String line() {
            return new ReferenceConfig(
                            new ColumnNames(column.table(), List.of(column.column())),
                            new ColumnNames(parent.table(), List.of(parent.column())),
                            null,
                            none,
                            Orphans.FAIL,
                            null)
                    .line();
        }

        @Override
        public String toString() {
            return ids + " of " + values + " different values";
        }
    }

    Contained of(ColumnName column, ColumnName parent) throws SQLException {
        List<Long> none = noneOf(parent);
        String isNone = "v IN (" + none.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        String present = none.stream()
                .map(value -> ", MAX(CASE WHEN v = " + value + " THEN 1 - known ELSE 0 END)")
                .collect(Collectors.joining());
        String values = game.sources().stream()
                .filter(source -> has(source, column) && has(source, parent))
                .map(source -> values(column, parent, source))
                .collect(Collectors.joining(" UNION ALL "));
        String sql = "SELECT SUM(CASE WHEN " + isNone + " THEN 0 ELSE 1 END), SUM(CASE WHEN " + isNone
                + " THEN 0 ELSE known END)" + present + " FROM (" + values + ") u";
        long[] counts = game.numbers(game.sources().get(0), sql);
        List<Long> there = IntStream.range(0, none.size())
                .filter(i -> counts[i + 2] > 0)
                .mapToObj(none::get)
                .toList();
        return new Contained(column, parent, counts[0], counts[1], there);
    }

    /** With what is listed as none for references to this table. */
    private List<Long> noneOf(ColumnName parent) {
        Stream<Long> known = listed.stream()
                .filter(reference -> reference.parent().equals(parent.table()))
                .flatMap(reference -> reference.none().stream());
        return Stream.concat(NONE.stream(), known).distinct().sorted().toList();
    }

    private boolean has(SourcePlan source, ColumnName column) {
        return game.table(source, column.table())
                .flatMap(table -> table.find(column.column()))
                .isPresent();
    }

    /** Each different value {@code v}, and whether it is an id as {@code known}, 1 or 0. */
    private String values(ColumnName column, ColumnName parent, SourcePlan source) {
        Dialect dialect = game.sessions().dialect();
        String value = "c." + dialect.quote(column.column());
        return "SELECT d.v AS v, CASE WHEN EXISTS (SELECT 1 FROM " + dialect.table(source.database(), parent.table())
                + " p WHERE p." + dialect.quote(parent.column())
                + " = d.v) THEN 1 ELSE 0 END AS known FROM (SELECT DISTINCT "
                + value + " AS v FROM " + dialect.table(source.database(), column.table()) + " c WHERE " + value
                + " IS NOT NULL) d";
    }
}
