package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.sql.Dialect;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes rows out of groups of one key whose values follow a rename: new names are free wherever they go, so such a row meets no
 * other. Old names are held in memory, but only where a unique key holds a column that follows.
 */
final class RenamedRows implements UnaryOperator<List<Row>> {

    /** A column of the key, and a rename that it follows. */
    private record Following(ColumnPlan column, @Nullable String when, UniquePlan rule) {}

    private final Path planPath;
    private final List<Following> followings = new ArrayList<>();
    private final Map<Integer, Map<String, Set<String>>> renamed = new HashMap<>();

    RenamedRows(MergePlan draft, Path planPath, List<String> key, TablePlan table) {
        this.planPath = planPath;
        for (String name : key) {
            // one that is computed follows nothing
            table.find(name).ifPresent(column -> add(draft, column));
        }
    }

    private void add(MergePlan draft, ColumnPlan column) {
        for (Follow follow : column.follows()) {
            UniquePlan rule = draft.uniques().get(follow.rule() - 1);
            if (rule.renames() > 0) {
                followings.add(new Following(column, follow.when(), rule));
            }
        }
    }

    /** Whether the key holds names that may be new ones. */
    boolean possible() {
        return !followings.isEmpty();
    }

    /** What a query must select last for this: the names that are looked up, NULL where the column does not follow. */
    List<String> select(Dialect dialect, SourcePlan source) {
        return followings.stream()
                .map(following -> {
                    String name =
                            dialect.text("s." + dialect.quote(following.column().name()));
                    return following.when() == null
                            ? name
                            : "CASE WHEN ("
                                    + following.when().replace("{source}", dialect.quote(source.database())) + ") THEN "
                                    + name + " END";
                })
                .toList();
    }

    @Override
    public List<Row> apply(List<Row> group) {
        if (followings.isEmpty()) {
            return group;
        }
        List<Row> remaining = new ArrayList<>();
        for (Row row : group) {
            int shown = row.others().size() - followings.size();
            if (!getsNewName(row, shown)) {
                remaining.add(new Row(row.source(), row.key(), row.others().subList(0, shown)));
            }
        }
        return remaining;
    }

    private boolean getsNewName(Row row, int first) {
        for (int i = 0; i < followings.size(); i++) {
            String name = row.others().get(first + i);
            if (name != null
                    && oldNames(followings.get(i).rule())
                            .getOrDefault(row.source().alias(), Set.of())
                            .contains(name)) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Set<String>> oldNames(UniquePlan rule) {
        return renamed.computeIfAbsent(rule.number(), number -> {
            Map<String, Set<String>> names = new HashMap<>();
            try {
                new RenameFile(planPath.resolveSibling(String.valueOf(rule.renamesFile())))
                        .read(rename -> names.computeIfAbsent(rename.alias(), alias -> new HashSet<>())
                                .add(rename.before()));
            } catch (SQLException e) {
                throw new IllegalStateException("reading a file asks no database", e);
            }
            return names;
        });
    }
}
