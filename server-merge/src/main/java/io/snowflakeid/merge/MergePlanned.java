package io.snowflakeid.merge;

import static io.snowflakeid.merge.config.MergeConfig.word;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A plan that was written.
 *
 * @param plan its file
 * @param hash SHA-256 of the plan
 * @param arguments the arguments of the next command: {@code --plan plan.json}
 * @param rows the number of copied rows; 0 if errors prevented the count
 * @param findings errors and warnings
 * @param runnable whether no finding is an error
 * @param ids for each id column, the way in which its ids are made unique
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
     * Ids that move together.
     *
     * @param column the column that the ids belong to, such as {@code players.id}
     * @param mode {@code keep}, {@code offset}, {@code map} or {@code static}
     * @param why the reason for the mode
     * @param shifts the distance by which the ids of each source are moved, in the order of the sources
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
