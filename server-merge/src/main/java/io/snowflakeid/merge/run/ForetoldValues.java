package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a row will be, before the run has put new ids and names into the target. */
final class ForetoldValues {

    private final PlanFile file;
    private final MergePlan plan;

    ForetoldValues(PlanFile file) {
        this.file = file;
        plan = file.plan();
    }

    /** The plan as if nothing had to be looked up in the target, which is not there yet. */
    MergePlan withoutLookups() {
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

    /** New names as they are listed beside the plan; columns whose ids are not known yet, with the reason. */
    Map<String, String> foretell(
            TablePlan table,
            SourcePlan source,
            Map<String, @Nullable String> before,
            Map<String, @Nullable String> after)
            throws SQLException {
        Map<String, String> unknown = new HashMap<>();
        for (ColumnPlan column : table.columns()) {
            String value = before.get(column.name());
            for (Remap remap : value == null ? List.<Remap>of() : column.remaps()) {
                IdDomain domain = plan.domain(remap.domain());
                SourceIds ids = domain.of(source.number());
                if (ids.mapped() && !remap.none().contains(Long.valueOf(Objects.requireNonNull(value)))) {
                    boolean all = domain.mode() == IdMode.MAP && ids.freshFrom() != 0 && remap.when() == null;
                    unknown.put(
                            column.name(),
                            (all ? "gets a fresh id of " : "may get another id of ") + domain.name() + " in the run");
                }
            }
            for (Follow follow : column.follows()) {
                UniquePlan rule = plan.uniques().get(follow.rule() - 1);
                Optional<RenameFile> names = value != null && follow.when() == null ? names(rule) : Optional.empty();
                if (names.isPresent()) {
                    names.get().read(rename -> {
                        if (rename.alias().equals(source.alias())
                                && rename.before().equals(value)) {
                            after.put(column.name(), rename.after());
                        }
                    });
                }
            }
        }
        return unknown;
    }

    private Optional<RenameFile> names(UniquePlan rule) {
        try {
            return file.renames(rule);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + rule.renamesFile() + ": " + e.getMessage(), e);
        }
    }
}
