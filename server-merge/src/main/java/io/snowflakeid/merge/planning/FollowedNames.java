package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.StayingValues;
import io.snowflakeid.merge.sql.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says which names would mean somebody else: those of a row that stays behind, in columns that follow a rename, where another source's
 * row keeps the name. No new name is one of them, since these are free on all sources.
 *
 * <p>Owners' names, and those that stand in the column, are read sorted and side by side, as the target compares them.
 */
final class FollowedNames extends PlanCheck {

    FollowedNames(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (UniquePlan rule : draft.uniques()) {
            if (rule.onClash() == OnClash.RENAME && leavesRows(draft.table(rule.table()))) {
                for (TablePlan table : draft.tables()) {
                    for (ColumnPlan column : table.columns()) {
                        look(rule, table, column);
                    }
                }
            }
        }
    }

    private boolean leavesRows(TablePlan table) {
        return draft.sources().stream().anyMatch(source -> leavesRows(table, source));
    }

    private static boolean leavesRows(TablePlan table, SourcePlan source) {
        SourceRows rows = table.rowsOf(source.number());
        return rows != null && table.copiedFrom(source.number()) && rows.copied() < rows.total();
    }

    private void look(UniquePlan rule, TablePlan table, ColumnPlan column) throws SQLException {
        boolean owners = table.name().equals(rule.table()) && rule.columns().contains(column.name());
        for (Follow follow : column.follows()) {
            if (follow.rule() == rule.number() && !owners) {
                look(rule, table, column, follow);
            }
        }
    }

    private void look(UniquePlan rule, TablePlan table, ColumnPlan column, Follow follow) throws SQLException {
        TablePlan owners = draft.table(rule.table());
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            if (owners.copiedFrom(source.number())) {
                merge.add(source, owners(rule, owners, source));
            }
        }
        for (SourcePlan source : draft.sources()) {
            if (leavesRows(owners, source) && table.copiedFrom(source.number())) {
                merge.add(source, names(rule, owners, table, column, follow, source));
            }
        }
        Astray astray = new Astray();
        merge.groups(1, group -> new Namesakes(rule, group).tell(astray));
        if (!astray.perSource.isEmpty()) {
            report(rule, table, column, astray);
        }
    }

    // ------------------------------------------------------------------------------------------------------ queries

    /** The name as it sorts and as it is; 1 for a row that goes; what tells that two sources' rows are the same thing. */
    private String owners(UniquePlan rule, TablePlan owners, SourcePlan source) {
        ColumnPlan name = owners.column(rule.columns().get(0));
        String raw = "s." + dialect.quote(name.name());
        String keep = new Survival(draft, dialect).of(owners, source, "s");
        List<String> selected = new ArrayList<>(List.of(
                dialect.sortKey(raw, name.column()),
                dialect.text(raw),
                keep.isEmpty() ? "1" : "CASE WHEN " + keep + " THEN 1 ELSE 0 END"));
        for (String column : sameThing(owners)) {
            selected.add(UniqueSearch.shown(dialect, owners.column(column)));
        }
        return "SELECT " + String.join(", ", selected) + " FROM " + SourceTable.rows(dialect, owners, source, "s")
                + " WHERE " + raw + " IS NOT NULL ORDER BY 1";
    }

    /** The columns in which two sources' rows agree that are one thing, so that its name means the same; or none. */
    private List<String> sameThing(TablePlan owners) {
        StayingValues staying = new StayingValues(draft, dialect);
        List<String> common = new CommonKey(draft, staying).of(owners);
        List<String> first = draft.uniques().stream()
                .filter(unique -> unique.table().equals(owners.name())
                        && unique.onClash() == OnClash.KEEP_FIRST
                        && unique.clashes() > 0)
                .findFirst()
                .map(UniquePlan::columns)
                .orElse(List.of());
        List<String> columns = common.isEmpty() ? first : common;
        boolean stay = columns.stream().map(owners::column).noneMatch(staying::moves);
        return stay ? columns : List.of();
    }

    /** Each name that stands in rows that go, as it sorts and as it is; then in how many. */
    private String names(
            UniquePlan rule, TablePlan owners, TablePlan table, ColumnPlan column, Follow follow, SourcePlan source) {
        Survival survival = new Survival(draft, dialect);
        Column name = owners.column(rule.columns().get(0)).column();
        String raw = "s." + dialect.quote(column.name());
        List<String> conditions = new ArrayList<>(List.of(raw + " IS NOT NULL"));
        if (follow.when() != null) {
            conditions.add("(" + survival.condition(follow.when(), source) + ")");
        }
        String keep = survival.of(table, source, "s");
        if (!keep.isEmpty()) {
            conditions.add(keep);
        }
        String exact = dialect.exactText(raw);
        return "SELECT " + dialect.sortKey("n.merge_name", name) + ", n.merge_name, " + Namesakes.NO_OWNER
                + ", n.merge_rows FROM (SELECT " + exact + " AS merge_name, COUNT(*) AS merge_rows FROM "
                + SourceTable.rows(dialect, table, source, "s") + " WHERE " + String.join(" AND ", conditions)
                + " GROUP BY " + exact + ") n ORDER BY 1";
    }

    // ----------------------------------------------------------------------------------------------------- namesakes

    /** Names of a source, and the rows that they stand in. */
    private record Count(String alias, long names, long rows) {

        Count plus(Count more) {
            return new Count(alias, names + more.names(), rows + more.rows());
        }

        @Override
        public String toString() {
            return alias + " " + names + " in " + rows + " rows";
        }
    }

    /** Names that would mean somebody else. */
    private static final class Astray {
        private final Map<Integer, Count> perSource = new TreeMap<>();
        private final List<String> samples = new ArrayList<>();
        private long names;

        void add(SourcePlan source, String name, long rows, SourcePlan keeper) {
            perSource.merge(source.number(), new Count(source.alias(), 1, rows), Count::plus);
            names++;
            if (samples.size() < SAMPLES) {
                samples.add(name + " of " + source.alias() + " in " + rows + " rows, kept on " + keeper.alias());
            }
        }
    }

    /** What has one name: owners on several sources, and the rows of these that follow. */
    private static final class Namesakes {

        private static final int NO_OWNER = 2;

        private final List<Row> owners;
        private final List<Row> names;
        private final boolean laterAreRenamed;

        Namesakes(UniquePlan rule, List<Row> group) {
            owners = group.stream().filter(row -> kind(row) != NO_OWNER).toList();
            names = group.stream().filter(row -> kind(row) == NO_OWNER).toList();
            laterAreRenamed = rule.side() == Side.LATER;
        }

        private static int kind(Row row) {
            return Integer.parseInt(String.valueOf(row.others().get(1)));
        }

        private static boolean goes(Row owner) {
            return kind(owner) == 1;
        }

        private static @Nullable String text(Row row) {
            return row.others().get(0);
        }

        /** What tells the thing apart that has the name; empty where every row is one of its own. */
        private static List<@Nullable String> thing(Row owner) {
            return owner.others().subList(2, owner.others().size());
        }

        void tell(Astray astray) {
            Optional<Row> keeper = keeper();
            if (keeper.isEmpty()) {
                return;
            }
            for (Row name : names) {
                List<Row> own = ownersOf(name);
                boolean leftBehind = !own.isEmpty() && own.stream().noneMatch(Namesakes::goes);
                boolean elsewhere = !keeper.get().source().equals(name.source());
                boolean another = own.stream()
                        .noneMatch(
                                owner -> !thing(owner).isEmpty() && thing(owner).equals(thing(keeper.get())));
                if (leftBehind && elsewhere && another) {
                    long rows = Long.parseLong(String.valueOf(name.others().get(2)));
                    astray.add(
                            name.source(),
                            String.valueOf(text(name)),
                            rows,
                            keeper.get().source());
                }
            }
        }

        /** Of several that go all get new names but the first, or all. */
        private Optional<Row> keeper() {
            List<Row> going = owners.stream().filter(Namesakes::goes).toList();
            return going.size() == 1 || laterAreRenamed ? going.stream().findFirst() : Optional.empty();
        }

        /** Those of its source that have exactly this name, if there are any; a source may take two names for different. */
        private List<Row> ownersOf(Row name) {
            List<Row> own = owners.stream()
                    .filter(owner -> owner.source().equals(name.source()))
                    .toList();
            List<Row> exact = own.stream()
                    .filter(owner -> String.valueOf(text(owner)).equals(text(name)))
                    .toList();
            return exact.isEmpty() ? own : exact;
        }
    }

    private void report(UniquePlan rule, TablePlan table, ColumnPlan column, Astray astray) {
        String perSource =
                astray.perSource.values().stream().map(Count::toString).collect(Collectors.joining(", "));
        findings.warning(
                FindingCode.FOLLOWED_NAME_LEFT_OUT,
                table.name() + "." + column.name(),
                astray.names + " names (" + perSource + ") are of rows of " + rule.table()
                        + " that stay behind, while another source's row keeps the name: it means that one afterwards; take the"
                        + " rows of " + rule.table() + " along, or change these names in the source before",
                astray.names,
                List.copyOf(astray.samples));
    }
}
