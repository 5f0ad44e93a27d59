package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.StayingValues;
import java.util.HashSet;
import java.util.List;

/** The key by which rows of several sources are the same thing: a house, a town. Ids that move belong to one source. */
final class CommonKey {

    private final MergePlan draft;
    private final StayingValues staying;

    CommonKey(MergePlan draft, StayingValues staying) {
        this.draft = draft;
        this.staying = staying;
    }

    /** Its columns; empty where each source's rows are things of their own, or those of one source stand for all. */
    List<String> of(TablePlan table) {
        boolean common = table.tableClass() == TableClass.UNION && (holdsStaticId(table) || keepsFirst(table));
        return common && table.key().stream().allMatch(name -> mayBeCommon(table, name)) ? table.key() : List.of();
    }

    private boolean holdsStaticId(TablePlan table) {
        return draft.domains().stream()
                .filter(domain -> domain.mode() == IdMode.STATIC)
                .flatMap(domain -> domain.roots().stream())
                .anyMatch(
                        root -> root.table().equals(table.name()) && table.key().contains(root.column()));
    }

    private boolean keepsFirst(TablePlan table) {
        return draft.uniques().stream()
                .anyMatch(unique -> unique.table().equals(table.name())
                        && unique.onClash() == OnClash.KEEP_FIRST
                        && new HashSet<>(unique.columns()).equals(new HashSet<>(table.key())));
    }

    /** A name that may get a new one tells sources apart, as an id does that moves. */
    private boolean mayBeCommon(TablePlan table, String name) {
        return table.find(name)
                .filter(column -> !staying.none(column) && column.follows().isEmpty())
                .isPresent();
    }
}
