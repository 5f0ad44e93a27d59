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

/**
 * What a column holds, seen as ids of a table, each on its own source.
 *
 * @param values how many different values, without those that stand for no reference
 * @param ids how many of them are ids
 * @param none the values that stand for no reference, as far as they are there and are no ids
 */
record IdContainment(ColumnName column, ColumnName parent, long values, long ids, List<Long> none) {

    /** What often stands for no reference, besides NULL. */
    private static final List<Long> NONE = List.of(0L, -1L);

    /** Counts in one query; what is listed as none for references to the table stands for no reference, too. */
    static IdContainment count(Game game, List<ReferencePlan> listed, ColumnName column, ColumnName parent)
            throws SQLException {
        Stream<Long> known = listed.stream()
                .filter(reference -> reference.parent().equals(parent.table()))
                .flatMap(reference -> reference.none().stream());
        List<Long> none =
                Stream.concat(NONE.stream(), known).distinct().sorted().toList();
        String isNone = "v IN (" + none.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        String present = none.stream()
                .map(value -> ", MAX(CASE WHEN v = " + value + " THEN 1 - known ELSE 0 END)")
                .collect(Collectors.joining());
        String values = game.sources().stream()
                .filter(source -> game.has(source, column) && game.has(source, parent))
                .map(source -> values(game.sessions().dialect(), column, parent, source))
                .collect(Collectors.joining(" UNION ALL "));
        long[] counts = game.numbers(game.sources().get(0), """
                SELECT SUM(CASE WHEN %1$s THEN 0 ELSE 1 END), SUM(CASE WHEN %1$s THEN 0 ELSE known END)%2$s FROM (%3$s) u
                """.formatted(isNone, present, values));
        List<Long> there = IntStream.range(0, none.size())
                .filter(i -> counts[i + 2] > 0)
                .mapToObj(none::get)
                .toList();
        return new IdContainment(column, parent, counts[0], counts[1], there);
    }

    /** Each different value {@code v}, and whether it is an id as {@code known}, 1 or 0. */
    private static String values(Dialect dialect, ColumnName column, ColumnName parent, SourcePlan source) {
        return """
                SELECT d.v AS v, CASE WHEN EXISTS (SELECT 1 FROM %1$s p WHERE p.%2$s = d.v) THEN 1 ELSE 0 END AS known
                FROM (SELECT DISTINCT c.%4$s AS v FROM %3$s c WHERE c.%4$s IS NOT NULL) d
                """.formatted(
                        dialect.table(source.database(), parent.table()),
                        dialect.quote(parent.column()),
                        dialect.table(source.database(), column.table()),
                        dialect.quote(column.column()));
    }

    /** Whether there are values, and at least nine of ten are ids. */
    boolean isReference() {
        return values > 0 && ids * 10 >= values * 9;
    }

    /** The line of merge.yaml that says so. */
    String line() {
        ColumnNames from = new ColumnNames(column.table(), List.of(column.column()));
        ColumnNames to = new ColumnNames(parent.table(), List.of(parent.column()));
        return new ReferenceConfig(from, to, null, none, Orphans.FAIL, null).line();
    }

    @Override
    public String toString() {
        return ids + " of " + values + " different values";
    }
}
