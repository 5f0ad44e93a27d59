package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.SourceTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names that an earlier merge, this one, or both have changed. */
final class EarlierNames {

    /** Renames of columns that are not renamed this time are kept under rules that no plan has. */
    private static final int FORMER_RULES = 1_000;

    private final MergePlan plan;
    private final Dialect dialect;
    private final AuditTables audit;
    private final List<EarlierPart> parts;
    private final List<EarlierMove> moved;

    EarlierNames(MergePlan plan, Dialect dialect, AuditTables audit, List<EarlierPart> parts, List<EarlierMove> moved) {
        this.plan = plan;
        this.dialect = dialect;
        this.audit = audit;
        this.parts = parts;
        this.moved = moved;
    }

    /** Writes the names of one part; returns how many. */
    long write(Connection session, EarlierPart part) throws SQLException {
        long rows = 0;
        for (FormerRule rule : formerRules(session, part)) {
            UniquePlan now = ruleOf(rule.table(), rule.column());
            int number = now == null ? FORMER_RULES + rule.number() : now.number();
            rows += Steps.execute(
                    session,
                    insertNames(number, rule.table(), rule.column(), part)
                            + "t.merge_old_value, COALESCE(n.merge_new_value, t.merge_new_value) FROM "
                            + part.table(dialect, AuditNames.RENAME) + " t LEFT JOIN " + audit.name(AuditNames.RENAME)
                            + " n ON n.merge_rule = " + number + " AND n.merge_source = "
                            + part.source().number()
                            + " AND n.merge_old_value = t.merge_new_value WHERE t.merge_rule = "
                            + rule.number() + " AND t.merge_source = " + part.former());
        }
        for (UniquePlan rule : plan.uniques()) {
            if (rule.renames() > 0) {
                rows += newNames(session, rule, part);
            }
        }
        return rows;
    }

    private record FormerRule(int number, String table, String column) {}

    private List<FormerRule> formerRules(Connection session, EarlierPart part) throws SQLException {
        List<FormerRule> rules = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT merge_rule, merge_table, merge_column FROM "
                        + part.table(dialect, AuditNames.RENAME) + " WHERE merge_source = " + part.former())) {
            while (rows.next()) {
                rules.add(new FormerRule(rows.getInt(1), rows.getString(2), rows.getString(3)));
            }
        }
        return rules;
    }

    private @Nullable UniquePlan ruleOf(String table, String column) {
        return plan.uniques().stream()
                .filter(rule -> rule.maxLength() > 0
                        && rule.table().equals(table)
                        && rule.columns().equals(List.of(column)))
                .findFirst()
                .orElse(null);
    }

    private String insertNames(int rule, String table, String column, EarlierPart part) {
        return "INSERT INTO " + audit.name(AuditNames.RENAME)
                + " (merge_rule, merge_table, merge_column, merge_source, merge_old_value, merge_new_value) SELECT "
                + rule
                + ", " + dialect.literal(table) + ", " + dialect.literal(column) + ", " + part.number() + ", ";
    }

    /** Names that this merge changes first: whose they were is known by the id of the row, unless ids of several parts lie mixed. */
    private long newNames(Connection session, UniquePlan rule, EarlierPart part) throws SQLException {
        TablePlan table = plan.table(rule.table());
        if (table.key().size() != 1) {
            return 0;
        }
        ColumnName id = new ColumnName(table.name(), table.key().get(0));
        EarlierMove own = movedOf(part, id);
        if (own == null) {
            return 0;
        }
        String column = rule.columns().get(0);
        String named = "r." + dialect.quote(column);
        String row = "r." + dialect.quote(id.column());
        String query = insertNames(rule.number(), table.name(), column, part)
                + "n.merge_old_value, n.merge_new_value FROM %s WHERE n.merge_rule = " + rule.number()
                + " AND n.merge_source = " + part.source().number() + " AND NOT EXISTS (SELECT 1 FROM "
                + part.table(dialect, AuditNames.RENAME) + " t WHERE t.merge_table = " + dialect.literal(table.name())
                + " AND t.merge_column = " + dialect.literal(column) + " AND t.merge_new_value = n.merge_old_value)";
        String rows = SourceTable.rows(dialect, table, part.source(), "r");
        String names = audit.name(AuditNames.RENAME) + " n";
        long written = 0;
        if (!own.formerAllMapped() && alone(own)) {
            String same = named + " = "
                    + dialect.comparedAs(
                            "n.merge_old_value", table.column(column).column()) + " AND " + dialect.exactText(named)
                    + " = n.merge_old_value";
            written += Steps.execute(
                    session,
                    query.replace("%s", names + " JOIN " + rows + " ON " + same) + " AND " + row + " BETWEEN "
                            + (own.first() + own.formerShift()) + " AND " + (own.last() + own.formerShift()));
        }
        if (own.formerMap() != null) {
            written += Steps.execute(
                    session,
                    query.replace(
                                    "%s",
                                    part.table(dialect, own.formerMap()) + " m JOIN " + rows + " ON " + row
                                            + " = m.merge_new_id JOIN " + names + " ON n.merge_old_value = "
                                            + dialect.exactText(named))
                            + " AND m.merge_source = " + part.former());
        }
        return written;
    }

    private @Nullable EarlierMove movedOf(EarlierPart part, ColumnName column) {
        return moved.stream()
                .filter(each -> each.part().equals(part) && each.column().equals(column))
                .findFirst()
                .orElse(null);
    }

    /** Whether no other part of the same source, besides those that it is made of itself, has ids in the same range. */
    private boolean alone(EarlierMove own) {
        for (EarlierPart other : parts) {
            EarlierMove theirs = movedOf(other, own.column());
            if (theirs != null
                    && other.source().equals(own.part().source())
                    && other.parent() == own.part().parent()
                    && other.number() != own.part().number()
                    && !theirs.formerAllMapped()
                    && own.first() + own.formerShift() <= theirs.last() + theirs.formerShift()
                    && theirs.first() + theirs.formerShift() <= own.last() + own.formerShift()) {
                return false;
            }
        }
        return true;
    }
}
