package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The conditions that a row is the one that another row refers to, as the target compares values. */
public final class Referred {

    private Referred() {}

    /**
     * One for each column. The row that is referred to stands without a conversion, so that its index serves; only texts of another
     * character set than the target's cannot be compared so.
     */
    public static List<String> by(
            MergePlan plan, Dialect dialect, ReferencePlan reference, String parentAlias, String alias) {
        List<String> conditions = new ArrayList<>();
        for (Link link : reference.links()) {
            Optional<ColumnPlan> parent =
                    plan.table(reference.parent()).find(link.parent().column());
            Optional<ColumnPlan> child =
                    plan.table(reference.table()).find(link.column().column());
            String referred = parentAlias + "." + dialect.quote(link.parent().column());
            String value = alias + "." + dialect.quote(link.column().column());
            if (parent.isPresent() && child.isPresent() && differ(parent.get(), child.get())) {
                Column as = parent.get().column();
                referred = parent.get().charsetsDiffer() ? dialect.comparedAs(referred, as) : referred;
                value = dialect.comparedAs(value, as);
            }
            conditions.add(referred + " = " + value);
        }
        return conditions;
    }

    /** Texts of two collations cannot be compared as they are. */
    private static boolean differ(ColumnPlan parent, ColumnPlan child) {
        return parent.column().kind() == Column.Kind.TEXT
                && child.column().kind() == Column.Kind.TEXT
                && (parent.collationsDiffer()
                        || child.collationsDiffer()
                        || !Objects.equals(
                                parent.column().collation(), child.column().collation()));
    }
}
