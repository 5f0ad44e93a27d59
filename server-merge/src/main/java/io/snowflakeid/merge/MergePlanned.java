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
 * The result of the command {@code plan}, with the path and the findings of the plan.
 *
 * @param plan the path of the plan's file
 * @param hash the SHA-256 hash of the plan
 * @param arguments the arguments of the next command, such as {@code --plan plan.json}
 * @param rows the number of rows to copy, or 0 if errors prevented the count
 * @param findings the errors and warnings
 * @param runnable true if no finding is an error
 * @param ids the id columns, each with the mode that makes its ids unique
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
     * The ids of one column, and the changes that make them unique.
     *
     * @param column the column that the ids belong to, such as {@code players.id}
     * @param mode the mode: {@code keep}, {@code offset}, {@code map} or {@code static}
     * @param why the reason for the mode
     * @param shifts the number that is added to the ids of each source, in the order of the sources
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
