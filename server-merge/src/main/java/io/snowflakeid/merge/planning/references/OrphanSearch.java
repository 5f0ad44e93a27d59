package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.DraftReader;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts, for each reference and source, the rows that refer to a row that is not there. */
public final class OrphanSearch extends DraftReader {

    public OrphanSearch(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    public ReferencePlan count(ReferencePlan reference) throws SQLException {
        List<Long> counts = new ArrayList<>();
        boolean parentStays = draft.table(reference.parent()).tableClass() == TableClass.SKIP;
        for (SourcePlan source : draft.sources()) {
            boolean looked = draft.table(reference.table()).copiedFrom(source.number()) && !parentStays;
            counts.add(looked ? count(reference, source) : 0L);
        }
        return reference.withOrphans(counts);
    }

    /** The same reference; where orphans are kept, with the number of those that the target will have. */
    public ReferencePlan kept(ReferencePlan reference) throws SQLException {
        if (reference.orphans() != Orphans.KEEP) {
            return reference;
        }
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            long before = reference.orphanRows().get(source.number() - 1);
            counts.add(before == 0 ? 0 : countKept(reference, source));
        }
        return reference.withOrphans(counts);
    }

    private long countKept(ReferencePlan reference, SourcePlan source) throws SQLException {
        Survival survival = new Survival(draft, dialect);
        List<String> conditions = orphans(survival, reference, source);
        survival.broughtByOthers(reference, source, "s").forEach(way -> conditions.add("NOT " + way));
        return game.count(source, "SELECT COUNT(*)" + going(draft.table(reference.table()), source, conditions));
    }

    private static List<String> orphans(Survival survival, ReferencePlan reference, SourcePlan source) {
        return new ArrayList<>(List.of(
                survival.active(reference, source, "s"), "NOT " + survival.parentExists(reference, source, "s")));
    }

    private long count(ReferencePlan reference, SourcePlan source) throws SQLException {
        TablePlan table = draft.table(reference.table());
        Survival survival = new Survival(draft, dialect);
        List<String> conditions = orphans(survival, reference, source);
        if (table.where() != null) {
            conditions.add("(" + survival.condition(table.where(), source) + ")");
        }
        String from =
                " FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE " + String.join(" AND ", conditions);
        long count = game.count(source, "SELECT COUNT(*)" + from);
        if (count > 0) {
            report(reference, source, count, samples(source, table, reference.columns(), from));
        }
        return count;
    }

    private void report(ReferencePlan reference, SourcePlan source, long count, List<String> samples) {
        String subject = source.alias() + "." + reference.name();
        String orphans = count + " rows refer to a row that is not there";
        if (reference.orphans() == Orphans.FAIL) {
            String advice = ": correct the source, or list the reference with orphans: drop, clear or keep"
                    + (reference.none().isEmpty() ? ", or with the value that stands for none" : "");
            findings.error(FindingCode.ORPHANS, subject, orphans + advice, count, samples);
        } else {
            String asked = "; asked for: " + MergeConfig.word(reference.orphans());
            findings.warning(FindingCode.ORPHANS, subject, orphans + asked, count, samples);
        }
    }
}
