package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.Draft.Found;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts, for each source, the rows that refer to a row that is not there. */
record OrphanSearch(Draft draft, ReferencePlan reference, TablePlan table) {

    OrphanSearch(Draft draft, ReferencePlan reference) {
        this(draft, reference, draft.plan.table(reference.table()));
    }

    /** The reference with the numbers of those that the sources have. */
    ReferencePlan found() throws SQLException {
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            boolean looked = table.copiedFrom(source.number())
                    && draft.plan.table(reference.parent()).tableClass() != TableClass.SKIP;
            counts.add(looked ? found(source) : 0L);
        }
        return reference.withOrphans(counts);
    }

    private long found(SourcePlan source) throws SQLException {
        Survival survival = draft.survival();
        List<String> conditions = orphans(survival, source);
        if (table.where() != null) {
            conditions.add("(" + survival.condition(table.where(), source) + ")");
        }
        Found found = draft.find(source, table, reference.columns(), draft.rows(table, source, conditions));
        if (found.count() > 0) {
            boolean refused = reference.orphans() == Orphans.FAIL;
            draft.findings.add(new Finding(
                    refused ? Severity.ERROR : Severity.WARNING,
                    FindingCode.ORPHANS,
                    source.alias() + "." + reference.name(),
                    found.count() + " rows refer to a row that is not there"
                            + (refused
                                    ? ": correct the source, or list the reference with orphans: drop, clear or keep, or"
                                            + " with the value that stands for none"
                                    : "; asked for: " + MergeConfig.word(reference.orphans())),
                    found.count(),
                    found.samples()));
        }
        return found.count();
    }

    private List<String> orphans(Survival survival, SourcePlan source) {
        return new ArrayList<>(
                List.of(survival.active(reference, source), "NOT " + survival.parentExists(reference, source)));
    }

    /** Where orphans are kept, with the number of those that the target will have. */
    ReferencePlan kept() throws SQLException {
        List<Long> counts = new ArrayList<>(reference.orphanRows());
        for (SourcePlan source : draft.plan.sources()) {
            int place = source.number() - 1;
            if (reference.orphans() == Orphans.KEEP && counts.get(place) > 0) {
                Survival survival = draft.survival();
                List<String> conditions = orphans(survival, source);
                survival.broughtByOthers(reference, source).forEach(way -> conditions.add("NOT " + way));
                counts.set(place, draft.count(source, draft.going(table, source, conditions)));
            }
        }
        return reference.withOrphans(counts);
    }
}
