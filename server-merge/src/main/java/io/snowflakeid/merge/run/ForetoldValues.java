package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a row will be, before the run has put new ids and names into the target. */
final class ForetoldValues {

    private final PlanFile file;
    private final MergePlan plan;
    private final SourcePlan source;

    ForetoldValues(PlanFile file, SourcePlan source) {
        this.file = file;
        this.source = source;
        plan = file.plan();
    }

    /** The plan as if nothing had to be looked up in the target, which is not there yet. */
    static MergePlan withoutLookups(MergePlan plan) {
        List<IdDomain> domains = plan.domains().stream()
                .map(domain -> domain.withSources(domain.sources().stream()
                        .map(ids -> new SourceIds(
                                ids.source(), ids.ids(), ids.least(), ids.greatest(), ids.shift(), 0, false))
                        .toList()))
                .toList();
        List<UniquePlan> uniques = plan.uniques().stream()
                .map(unique -> unique.counted(unique.clashes(), 0, null, null))
                .toList();
        return plan.withDomains(domains).withUniques(uniques);
    }

    /** Why the new value of a column is not known yet; null if it is. */
    @Nullable
    String unknown(ColumnPlan column, String value) {
        String why = null;
        for (Remap remap : column.remaps()) {
            IdDomain domain = plan.domain(remap.domain());
            SourceIds ids = domain.of(source.number());
            if (ids.mapped() && !remap.none().contains(Long.valueOf(value))) {
                boolean all = domain.mode() == IdMode.MAP && ids.freshFrom() != 0 && remap.when() == null;
                why = (all ? "gets a fresh id of " : "may get another id of ") + domain.name() + " in the run";
            }
        }
        return why;
    }

    /** The new name that is listed beside the plan. */
    Optional<String> name(ColumnPlan column, String value) throws SQLException {
        List<String> found = new ArrayList<>();
        for (Follow follow : column.follows()) {
            Optional<RenameFile> names = follow.when() == null ? names(follow) : Optional.empty();
            if (names.isPresent()) {
                names.get().read(rename -> {
                    if (rename.alias().equals(source.alias()) && rename.before().equals(value)) {
                        found.add(rename.after());
                    }
                });
            }
        }
        return found.stream().findFirst();
    }

    private Optional<RenameFile> names(Follow follow) {
        try {
            return file.renames(plan.uniques().get(follow.rule() - 1));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read the new names beside " + file.path() + ": " + e.getMessage(), e);
        }
    }
}
