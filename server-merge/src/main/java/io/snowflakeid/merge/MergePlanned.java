package io.snowflakeid.merge;

import static io.snowflakeid.merge.config.MergeConfig.word;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.result.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of the command {@code plan}.
 *
 * @param plan the path of the plan's file
 * @param hash the SHA-256 hash of the plan
 * @param arguments the command-line options for commands on the plan, such as {@code --plan plan.json}
 * @param rows the number of rows to copy, or 0 if errors prevented the count
 * @param findings the errors and warnings of the plan
 * @param runnable true if no finding is an error
 * @param ids the groups of columns with equal ids, and the change of the ids in each group
 */
public record MergePlanned(
        @JsonSerialize(using = ToStringSerializer.class) Path plan,
        String hash,
        String arguments,
        int sources,
        int tables,
        long rows,
        List<Finding> findings,
        boolean runnable,
        List<Ids> ids) {

    /**
     * The change of the ids in a group of columns.
     *
     * @param column the column to which the other columns of the group refer, such as {@code players.id}
     * @param mode the mode, which is {@code keep}, {@code offset}, {@code map} or {@code static}
     * @param why the reason why the planner chose the mode
     * @param shifts the numbers that the merge adds to the ids, one number for each source
     */
    public record Ids(String column, String mode, String why, List<Long> shifts) {}

    static MergePlanned of(PlanFile file) throws IOException {
        MergePlan plan = file.plan();
        return new MergePlanned(
                file.path(),
                file.hash(),
                file.arguments(),
                plan.sources().size(),
                plan.tables().size(),
                plan.tables().stream().mapToLong(TablePlan::copied).sum(),
                plan.findings(),
                plan.runnable(),
                plan.domains().stream().map(MergePlanned::ids).toList());
    }

    private static Ids ids(IdDomain domain) {
        List<Long> shifts = domain.sources().stream().map(SourceIds::shift).toList();
        return new Ids(domain.name(), word(domain.mode()), domain.why(), shifts);
    }
}
