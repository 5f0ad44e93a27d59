package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Columns that are called like those of the merge's own tables, which are joined where an operator's condition stands. */
final class OwnNames {

    private static final Set<String> JOINED = Set.of(
            "merge_source",
            "merge_old_id",
            "merge_new_id",
            "merge_rule",
            "merge_table",
            "merge_column",
            "merge_old_value",
            "merge_new_value");

    private final MergePlan draft;
    private final Findings findings;

    OwnNames(MergePlan draft, Findings findings) {
        this.draft = draft;
        this.findings = findings;
    }

    void look() {
        for (TablePlan table : draft.tables()) {
            List<String> conditions = conditions(table);
            for (ColumnPlan column : table.columns()) {
                String name = column.name().toLowerCase(Locale.ROOT);
                boolean named = JOINED.contains(name)
                        && conditions.stream()
                                .anyMatch(condition ->
                                        condition.toLowerCase(Locale.ROOT).contains(name));
                if (named) {
                    findings.error(
                            "COLUMN_NAME_TAKEN",
                            table.name() + "." + column.name(),
                            "the merge has a column of this name itself, which a condition on this table could not tell from it:"
                                    + " ask by another column, or rename the column on all sources");
                }
            }
        }
    }

    private List<String> conditions(TablePlan table) {
        Stream<String> columns = table.columns().stream()
                .flatMap(column -> Stream.concat(
                        column.remaps().stream().map(Remap::when),
                        column.follows().stream().map(Follow::when)));
        Stream<String> references = draft.referencesOf(table.name()).stream().map(reference -> reference.when());
        return Stream.of(Stream.of(table.where()), columns, references)
                .flatMap(each -> each)
                .filter(Objects::nonNull)
                .toList();
    }
}
