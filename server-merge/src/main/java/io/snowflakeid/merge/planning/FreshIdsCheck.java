package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.StayingValues;
import io.snowflakeid.merge.sql.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether another value of a unique key may be the same as a fresh id. Which row gets which fresh id is known in the run only, so any
 * number among them counts, if the other columns of the key are the same too.
 */
final class FreshIdsCheck extends PlanCheck {

    private final StayingValues staying;

    FreshIdsCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        staying = new StayingValues(draft, dialect);
    }

    void look(UniquePlan unique, TablePlan table) throws SQLException {
        for (String name : unique.columns()) {
            ColumnPlan column = table.find(name).orElse(null);
            if (column == null || !staying.mixed(column)) {
                continue;
            }
            for (int number :
                    column.remaps().stream().map(Remap::domain).distinct().toList()) {
                IdDomain domain = draft.domain(number);
                if (domain.sources().stream().anyMatch(ids -> ids.freshFrom() != 0)) {
                    look(unique, table, column, domain);
                }
            }
        }
    }

    private void look(UniquePlan unique, TablePlan table, ColumnPlan column, IdDomain domain) throws SQLException {
        long met = 0;
        for (SourcePlan source : sourcesOf(table)) {
            met += count(unique, table, column, domain, source);
        }
        if (met > 0) {
            SourceIds first = fresh(domain).get(0);
            SourceIds last = fresh(domain).get(fresh(domain).size() - 1);
            findings.error(
                    unique.columns().equals(table.key()) ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH,
                    table.name() + "(" + String.join(", ", unique.columns()) + ")",
                    met + " values of " + column.name() + " are no ids of " + domain.name()
                            + ", and may be the same as fresh ones, with the same key: change these rows before, or say reserved: [ "
                            + first.freshFrom() + ".." + end(last) + " ] for "
                            + domain.roots().get(0).table()
                            + " under tables, so that other fresh ids are taken",
                    met,
                    List.of());
        }
    }

    /** Each source's follow the earlier one's. */
    private static List<SourceIds> fresh(IdDomain domain) {
        return domain.sources().stream().filter(ids -> ids.freshFrom() != 0).toList();
    }

    private static long end(SourceIds ids) {
        return ids.freshFrom() + ids.ids() - 1;
    }

    private List<SourcePlan> sourcesOf(TablePlan table) {
        return draft.sources().stream()
                .filter(source -> table.copiedFromByClass(source.number())
                        && game.table(source, table.name()).isPresent())
                .toList();
    }

    private long count(UniquePlan unique, TablePlan table, ColumnPlan column, IdDomain domain, SourcePlan source)
            throws SQLException {
        String sql = "SELECT COUNT(*) FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE "
                + staying.meaning(column, source, "s") + " <> " + domain.number() + " AND ("
                + amongFresh(column, domain, source) + ")" + keep(table, source, "s") + " AND (1 = 0"
                + sourcesOf(table).stream()
                        .filter(other -> domain.of(other.number()).freshFrom() != 0)
                        .map(other -> " OR " + sameElse(unique, table, column, domain, other))
                        .collect(Collectors.joining())
                + ")";
        return game.count(source, sql);
    }

    private String keep(TablePlan table, SourcePlan source, String alias) {
        String keep = new Survival(draft, dialect).of(table, source, alias);
        return keep.isEmpty() ? "" : " AND " + keep;
    }

    /** The value as it will be, where that is known; else whether both may get the same numbers. */
    private String amongFresh(ColumnPlan column, IdDomain domain, SourcePlan source) {
        String raw = "s." + dialect.quote(column.name());
        List<String> ways = new ArrayList<>();
        for (SourceIds range : fresh(domain)) {
            StringBuilder cases = new StringBuilder();
            for (Remap remap : column.remaps()) {
                SourceIds ids = draft.domain(remap.domain()).of(source.number());
                boolean overlaps = ids.freshFrom() <= end(range) && range.freshFrom() <= end(ids);
                cases.append(" WHEN ")
                        .append(staying.applies(remap, source, raw))
                        .append(" THEN ")
                        .append(
                                ids.freshFrom() == 0
                                        ? raw + " + " + ids.shift()
                                        : String.valueOf(overlaps ? range.freshFrom() : end(range) + 1));
            }
            ways.add("CASE" + cases + " ELSE " + raw + " END BETWEEN " + range.freshFrom() + " AND " + end(range));
        }
        return String.join(" OR ", ways);
    }

    /** The condition that a row with a fresh id has the same key but for it, as far as its values stay. */
    private String sameElse(UniquePlan unique, TablePlan table, ColumnPlan column, IdDomain domain, SourcePlan other) {
        List<String> same = unique.columns().stream()
                .filter(name -> !name.equalsIgnoreCase(column.name()) && stays(table, name))
                .toList();
        String rows = " FROM " + SourceTable.rows(dialect, table, other, "o") + " WHERE "
                + staying.meaning(column, other, "o") + " = " + domain.number() + keep(table, other, "o");
        return same.isEmpty()
                ? "EXISTS (SELECT 1" + rows + ")"
                : "(" + values(table, same, "s") + ") IN (SELECT " + values(table, same, "o") + rows + ")";
    }

    private boolean stays(TablePlan table, String name) {
        return table.find(name)
                .filter(column -> column.remaps().isEmpty()
                        && column.follows().isEmpty()
                        && draft.referencesOf(table.name()).stream()
                                .noneMatch(reference -> reference.columns().contains(column.name())))
                .isPresent();
    }

    private String values(TablePlan table, List<String> names, String alias) {
        return names.stream()
                .map(table::column)
                .map(column -> column.collationsDiffer()
                        ? dialect.comparedAs(alias + "." + dialect.quote(column.name()), column.column())
                        : alias + "." + dialect.quote(column.name()))
                .collect(Collectors.joining(", "));
    }
}
