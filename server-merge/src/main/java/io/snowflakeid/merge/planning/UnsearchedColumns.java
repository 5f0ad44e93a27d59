package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Names the columns that could hold ids in a form that no other check looks for: hexadecimal in a text, an id and something else in one
 * number. A merge does not change these, so that the operator has to say that none of them holds an id that moves.
 *
 * <p>A text without any digit holds none, nor does a number too small for an id and something beside it.
 */
final class UnsearchedColumns extends PlanCheck {

    private static final String CODE = "NOT_SEARCHED";
    private static final int SAMPLED_AT_EACH_END = 500;

    private final SampledIds samples;

    UnsearchedColumns(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        samples = new SampledIds(game);
    }

    void look() throws SQLException {
        if (draft.domains().stream().noneMatch(domain -> moves(domain.mode()))) {
            return;
        }
        Map<String, String> told = new TreeMap<>();
        for (TablePlan table : draft.tables()) {
            if (table.copiedFromByClass(2)) {
                look(table).forEach((column, content) -> told.put(table.name() + "." + column, "\t" + content));
            }
        }
        if (!told.isEmpty()) {
            findings.errorUnlessEachIsAccepted(
                    CODE,
                    "these columns may hold ids in a form that the plan does not look for, such as hexadecimal text, or an id"
                            + " beside another number in one BIGINT",
                    "a merge copies them as they are. Look at each: if ids that move stand there, make its table main-only or"
                            + " skip, or correct the column by SQL of your own after verify; then say so by accept: { code: "
                            + CODE + ", subject: TABLE.COLUMN, because: ... }",
                    told);
        }
    }

    private static boolean moves(IdMode mode) {
        return mode != IdMode.STATIC && mode != IdMode.KEEP;
    }

    // ------------------------------------------------------------------------------------------------------- columns

    private Map<String, ColumnContent> look(TablePlan table) throws SQLException {
        Map<String, ColumnContent> found = new LinkedHashMap<>();
        for (ColumnPlan column : table.columns()) {
            if (ColumnContent.isWide(column.column()) && !isKnown(table, column)) {
                found.put(column.name(), new ColumnContent(column.column()));
            }
        }
        for (SourcePlan source : draft.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            if (rows != null && rows.total() > 0 && !found.isEmpty()) {
                look(table, source, rows.total(), found);
            }
        }
        found.values().removeIf(content -> !content.isSuspicious());
        return found;
    }

    /** Whether merge.yaml or the schema says what all values are. */
    private boolean isKnown(TablePlan table, ColumnPlan column) {
        String name = column.name();
        return column.column().autoIncrement()
                || column.remaps().stream().anyMatch(remap -> remap.when() == null)
                || column.follows().stream().anyMatch(follow -> follow.when() == null)
                || referencesOf(table, name).anyMatch(reference -> reference.when() == null)
                || draft.uniques().stream()
                        .anyMatch(rule -> rule.onClash() != OnClash.FAIL
                                && rule.table().equals(table.name())
                                && rule.columns().contains(name));
    }

    private Stream<ReferencePlan> referencesOf(TablePlan table, String column) {
        return draft.referencesOf(table.name()).stream()
                .filter(reference -> reference.columns().contains(column));
    }

    // -------------------------------------------------------------------------------------------------------- values

    private void look(TablePlan table, SourcePlan source, long total, Map<String, ColumnContent> found)
            throws SQLException {
        List<String> selected = found.keySet().stream()
                .map(column -> samples.value(table, source, column, conditions(table, column)))
                .toList();
        List<ColumnContent> contents = List.copyOf(found.values());
        contents.forEach(content -> content.begin(total));
        samples.select(table, source, selected, SAMPLED_AT_EACH_END, row -> {
            for (int i = 0; i < contents.size(); i++) {
                contents.get(i).read(row, i + 1);
            }
        });
        for (int i = 0; i < contents.size(); i++) {
            ColumnContent content = contents.get(i);
            if (content.mayBeElsewhere() && exists(source, table, content.condition(selected.get(i)))) {
                content.suspect();
            }
        }
    }

    /** Under which it is known what the column holds. */
    private List<String> conditions(TablePlan table, String column) {
        return referencesOf(table, column)
                .map(ReferencePlan::when)
                .filter(Objects::nonNull)
                .toList();
    }

    private boolean exists(SourcePlan source, TablePlan table, String condition) throws SQLException {
        String query = "SELECT 1 FROM " + samples.from(table, source) + " WHERE " + condition + " LIMIT 1";
        return game.sessions().with(session -> {
            dialect.use(session, source.database());
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                return row.next();
            }
        });
    }
}
