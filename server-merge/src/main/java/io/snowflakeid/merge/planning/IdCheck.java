package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ids that no merge can move, and such as leave little room. */
final class IdCheck extends PlanCheck {

    private static final long LEAST_LIMIT = 1L << 32;
    private static final long GREATEST_LIMIT = 1L << 48;

    private final ServerQuery query;

    IdCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        query = new ServerQuery(game.sessions());
    }

    void look() throws SQLException {
        for (IdDomain domain : draft.domains()) {
            beyond(domain);
            capacity(domain);
            for (ColumnName root : domain.roots()) {
                for (SourcePlan source : draft.sources()) {
                    if (draft.table(root.table()).copiedFrom(source.number())) {
                        negative(domain, root, source);
                        outside(domain, root, source);
                    }
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------------- far too great

    /** Only a domain with such ids is looked at row by row. */
    private void beyond(IdDomain domain) throws SQLException {
        long limit = limit(domain);
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                for (Remap remap : column.remaps()) {
                    for (SourcePlan source : draft.sources()) {
                        if (remap.domain() == domain.number()
                                && table.copiedFrom(source.number())
                                && domain.of(source.number()).greatest() >= limit) {
                            beyond(domain, table, column, remap.when(), source, limit);
                        }
                    }
                }
            }
        }
    }

    /** What no value reaches that is an id, for a condition: a power of two, since a type is put into high bits; else the greatest. */
    private long limit(IdDomain domain) throws SQLException {
        boolean reaches = domain.sources().stream().anyMatch(ids -> ids.greatest() >= LEAST_LIMIT);
        BigInteger greatest = BigInteger.ZERO;
        for (ColumnName root : reaches ? domain.roots() : List.<ColumnName>of()) {
            for (SourcePlan source : draft.sources()) {
                if (draft.table(root.table()).rowsOf(source.number()) != null) {
                    String id = dialect.quote(root.column());
                    String own = query.column("SELECT COALESCE(MAX(" + id + "), 0)"
                                    + where(source, root.table(), root.column(), "%s IS NOT NULL"))
                            .get(0);
                    greatest = greatest.max(new BigInteger(own));
                }
            }
        }
        int bits = greatest.bitLength();
        return bits <= 32 ? LEAST_LIMIT : bits <= 48 ? GREATEST_LIMIT : Long.MAX_VALUE;
    }

    private void beyond(
            IdDomain domain, TablePlan table, ColumnPlan column, @Nullable String when, SourcePlan source, long limit)
            throws SQLException {
        boolean root = domain.roots().contains(new ColumnName(table.name(), column.name()));
        boolean wide = game.table(source, table.name())
                .flatMap(there -> there.find(column.name()))
                .map(Column::type)
                .filter("bigint unsigned"::equals)
                .isPresent();
        String meant = when == null ? "" : " AND (" + when + ")";
        // MySQL alone has such ids
        String above = "%s > " + Long.MAX_VALUE + meant;
        long count = wide && domain.of(source.number()).greatest() == Long.MAX_VALUE
                ? count(source, table.name(), column.name(), above)
                : 0;
        String subject = source.alias() + "." + table.name() + "." + column.name();
        String condition = "if only the small values are ids of " + domain.name()
                + ", as where the others have a type in their high bits, give the reference a condition such as when: \""
                + column.name() + " < " + limit + "\"";
        if (count > 0) {
            findings.error(
                    "ID_BEYOND_RANGE",
                    subject,
                    count + " ids are above " + Long.MAX_VALUE + ", the greatest that can be merged: "
                            + (root || limit == Long.MAX_VALUE ? "" : condition + "; else ")
                            + "give these rows smaller ones on the source",
                    count,
                    samples(source, table.name(), column.name(), above));
        } else if (!root && limit < Long.MAX_VALUE) {
            String far = "%s >= " + limit + meant;
            long others = count(source, table.name(), column.name(), far);
            if (others > 0) {
                findings.warning(
                        "ID_BEYOND_RANGE",
                        subject,
                        others + " values are " + limit + " or above, far beyond all ids of " + domain.name() + ": "
                                + condition,
                        others,
                        samples(source, table.name(), column.name(), far));
            }
        }
    }

    private void negative(IdDomain domain, ColumnName root, SourcePlan source) throws SQLException {
        if (domain.of(source.number()).least() >= 0) {
            return;
        }
        long count = count(source, root.table(), root.column(), "%s < 0");
        if (count > 0) {
            findings.note(
                    "ID_NEGATIVE",
                    source.alias() + "." + root,
                    count + " ids are negative and treated like all others: list those that stand for something else as"
                            + " none of the references",
                    count,
                    samples(source, root.table(), root.column(), "%s < 0"));
        }
    }

    // ------------------------------------------------------------------------------------- ranges that are asked for

    private void outside(IdDomain domain, ColumnName root, SourcePlan source) throws SQLException {
        SourceIds ids = domain.of(source.number());
        if (ids.shift() != 0 || ids.freshFrom() != 0) {
            return;
        }
        TableConfig config = new Tables(game, findings).configOf(root.table());
        List<String> conditions = new ArrayList<>();
        IdRange allowed = config.idRange();
        if (allowed != null) {
            conditions.add("%s NOT BETWEEN " + allowed.first() + " AND " + allowed.last());
        }
        for (IdRange reserved : config.reserved()) {
            conditions.add("%s BETWEEN " + reserved.first() + " AND " + reserved.last());
        }
        if (conditions.isEmpty()) {
            return;
        }
        String condition = String.join(" OR ", conditions);
        long count = count(source, root.table(), root.column(), condition);
        if (count > 0) {
            findings.warning(
                    "ID_OUTSIDE_RANGE",
                    source.alias() + "." + root,
                    count
                            + " ids are outside of id-range, or in a range that is reserved, and stay as they are: correct"
                            + " the ranges in merge.yaml, or these ids on the source",
                    count,
                    samples(source, root.table(), root.column(), condition));
        }
    }

    // ----------------------------------------------------------------------------------------------------- capacity

    private void capacity(IdDomain domain) {
        if (domain.mode() == IdMode.STATIC) {
            return;
        }
        long greatest = 0;
        for (SourceIds ids : domain.sources()) {
            long last = ids.freshFrom() == 0 ? ids.greatest() + ids.shift() : ids.freshFrom() + ids.ids() - 1;
            greatest = Math.max(greatest, last);
        }
        long capacity = Long.MAX_VALUE;
        String narrowest = domain.name();
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                Long maximum = column.column().maximum();
                if (maximum != null
                        && maximum < capacity
                        && column.remaps().stream().anyMatch(remap -> remap.domain() == domain.number())) {
                    capacity = maximum;
                    narrowest = table.name() + "." + column.name() + " ("
                            + column.column().type() + ")";
                }
            }
        }
        if (greatest > capacity / 2) {
            findings.warning(
                    "ID_CAPACITY",
                    domain.name(),
                    "ids reach up to " + greatest + " afterwards, "
                            + Math.min(100, Math.round(100.0 * greatest / capacity)) + " % of " + capacity
                            + ", the greatest that " + narrowest
                            + " takes: widen the column on the main server, or choose a tighter way to move them");
        }
    }

    // ----------------------------------------------------------------------------------------------------- counting

    private String where(SourcePlan source, String table, String column, String condition) {
        return " FROM " + SourceTable.rows(dialect, draft.table(table), source, "s") + " WHERE "
                + condition.replace("%s", dialect.quote(column));
    }

    private long count(SourcePlan source, String table, String column, String condition) throws SQLException {
        return Long.parseLong(query.column("SELECT COUNT(*)" + where(source, table, column, condition))
                .get(0));
    }

    private List<String> samples(SourcePlan source, String table, String column, String condition) throws SQLException {
        return query.column("SELECT " + dialect.quote(column) + where(source, table, column, condition)
                + " ORDER BY 1 LIMIT " + SAMPLES);
    }
}
