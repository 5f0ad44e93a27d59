package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.references.References;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether each value of a column is an id of one kind. Of a row that fulfils the conditions of two references, it would be moved as that
 * of one of them, and lead to a wrong row by the other.
 */
public final class OneMeaning extends PlanCheck {

    public OneMeaning(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    /**
     * What a value of a column is under a condition.
     *
     * @param domain whose ids, or 0 for what never moves
     * @param condition in SQL, of the row {@code s}
     */
    private record Meaning(ReferencePlan reference, int domain, String condition) {}

    @Override
    public void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                for (SourcePlan source : draft.sources()) {
                    List<Meaning> meanings = meanings(table, column, source);
                    boolean several =
                            meanings.stream().map(Meaning::domain).distinct().count() > 1;
                    if (several && table.copiedFrom(source.number())) {
                        look(table, column, source, meanings);
                    }
                }
            }
        }
    }

    /** Of a reference of several columns, the others do not keep this one from being moved. */
    private List<Meaning> meanings(TablePlan table, ColumnPlan column, SourcePlan source) {
        Survival survival = new Survival(draft, dialect);
        return draft.referencesOf(table.name()).stream()
                .filter(reference -> !column.remaps().isEmpty())
                .flatMap(reference -> reference.links().stream()
                        .filter(link -> link.column().column().equalsIgnoreCase(column.name()))
                        .map(link -> new Meaning(
                                reference,
                                domain(link.parent()),
                                survival.active(reference, List.of(column.name()), source, "s"))))
                .toList();
    }

    private int domain(ColumnName parent) {
        return draft.table(parent.table()).find(parent.column()).stream()
                .filter(column -> column.column().kind() == Column.Kind.INTEGER)
                .flatMap(column -> column.remaps().stream())
                .filter(remap -> remap.when() == null)
                .mapToInt(Remap::domain)
                .filter(number -> draft.domain(number).mode() != IdMode.STATIC)
                .findFirst()
                .orElse(0);
    }

    private void look(TablePlan table, ColumnPlan column, SourcePlan source, List<Meaning> meanings)
            throws SQLException {
        String from = going(table, source, List.of(ofSeveralDomains(meanings)));
        String counts = meanings.stream()
                .map(meaning -> ", SUM(CASE WHEN " + meaning.condition() + " THEN 1 ELSE 0 END)")
                .collect(Collectors.joining());
        long[] rows = game.numbers(source, "SELECT COUNT(*)" + counts + from);
        if (rows[0] > 0) {
            String fulfilled = IntStream.range(0, meanings.size())
                    .filter(i -> rows[i + 1] > 0)
                    .mapToObj(i -> meanings.get(i).reference())
                    .map(reference -> reference.name() + " (" + place(reference) + ")")
                    .collect(Collectors.joining(", "));
            findings.error(
                    FindingCode.REFERENCE_AMBIGUOUS,
                    source.alias() + "." + table.name() + "." + column.name(),
                    rows[0]
                            + " rows fulfil the conditions of more than one reference of this column, and the id can be moved by one"
                            + " alone: " + fulfilled + "; write conditions that exclude each other",
                    rows[0],
                    samples(source, table, List.of(column.name()), from));
        }
    }

    private static String ofSeveralDomains(List<Meaning> meanings) {
        Map<Integer, String> byDomain = meanings.stream()
                .collect(Collectors.groupingBy(
                        Meaning::domain,
                        TreeMap::new,
                        Collectors.mapping(Meaning::condition, Collectors.joining(" OR "))));
        return byDomain.values().stream()
                .map(conditions -> "CASE WHEN " + conditions + " THEN 1 ELSE 0 END")
                .collect(Collectors.joining(" + ", "(", " > 1)"));
    }

    private String place(ReferencePlan reference) {
        int number = References.numberOf(game.config(), reference);
        return number < 0 ? "a foreign key" : game.config().lines().at("references", ConfigLines.item(number));
    }
}
