package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
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

    /** The reference with the numbers of those that the sources have. */
    public ReferencePlan count(ReferencePlan reference) throws SQLException {
        TablePlan table = draft.table(reference.table());
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            boolean looked = table.copiedFrom(source.number())
                    && draft.table(reference.parent()).tableClass() != TableClass.SKIP;
            counts.add(looked ? count(reference, table, source) : 0L);
        }
        return reference.withOrphans(counts);
    }

    private long count(ReferencePlan reference, TablePlan table, SourcePlan source) throws SQLException {
        Survival survival = new Survival(draft, dialect);
        List<String> conditions = orphans(survival, reference, source);
        if (table.where() != null) {
            conditions.add("(" + survival.condition(table.where(), source) + ")");
        }
        String rows = SourceTable.rows(dialect, table, source, "s");
        Found found = find(
                source, table, reference.columns(), " FROM " + rows + " WHERE " + String.join(" AND ", conditions));
        boolean refused = reference.orphans() == Orphans.FAIL;
        if (found.count() > 0) {
            findings.add(new Finding(
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

    private static List<String> orphans(Survival survival, ReferencePlan reference, SourcePlan source) {
        return new ArrayList<>(List.of(
                survival.active(reference, source, "s"), "NOT " + survival.parentExists(reference, source, "s")));
    }

    /** The same reference; where orphans are kept, with the number of those that the target will have. */
    public ReferencePlan kept(ReferencePlan reference) throws SQLException {
        List<Long> counts = new ArrayList<>(reference.orphanRows());
        for (SourcePlan source : draft.sources()) {
            int place = source.number() - 1;
            if (reference.orphans() == Orphans.KEEP && counts.get(place) > 0) {
                Survival survival = new Survival(draft, dialect);
                List<String> conditions = orphans(survival, reference, source);
                survival.broughtByOthers(reference, source, "s").forEach(way -> conditions.add("NOT " + way));
                String from = going(draft.table(reference.table()), source, conditions);
                counts.set(place, game.count(source, "SELECT COUNT(*)" + from));
            }
        }
        return reference.withOrphans(counts);
    }
}
