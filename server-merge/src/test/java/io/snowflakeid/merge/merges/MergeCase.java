package io.snowflakeid.merge.merges;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.Finding.Severity;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.VerificationResult;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowTrace;
import java.sql.Connection;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;

/** Servers s1, s2, … that are planned, merged and verified, and what is then said of them. A yaml is all that follows the connections. */
public abstract class MergeCase {

    protected static final MergeProgress.Listener SILENT = progress -> {};

    protected GameServers servers;

    public abstract PlanFile planned(String yaml) throws Exception;

    public final String password() {
        return servers.password();
    }

    /** Plans without an error, runs, and verifies. */
    public final PlanFile merged(String yaml) throws Exception {
        return merged(planned(yaml));
    }

    protected final PlanFile merged(PlanFile plan) throws Exception {
        assertThat(errors(plan)).isEmpty();
        run(plan);
        VerificationResult result = verified(plan);
        assertThat(result.faults()).isEmpty();
        assertThat(result.tables()).isNotEmpty().allMatch(VerificationResult.TableCheck::fine);
        return plan;
    }

    /** Plans, runs, and verifies; then the independent checker looks. */
    public final PlanFile merged(String yaml, MergeFacts facts) throws Exception {
        PlanFile plan = merged(yaml);
        requireRight(facts);
        return plan;
    }

    /** Has the independent checker look at the target. */
    public final void requireRight(MergeFacts facts) throws Exception {
        try (Connection connection = servers.connect()) {
            assertThat(IndependentChecker.problems(connection, servers.sources(), servers.target(), facts))
                    .isEmpty();
        }
    }

    public final void run(PlanFile plan) throws Exception {
        run(plan, SILENT);
    }

    public final void run(PlanFile plan, MergeProgress.Listener listener) throws Exception {
        MergeRun.carryOut(plan, password(), listener);
    }

    public final List<String> faults(PlanFile plan) throws Exception {
        return verified(plan).faults();
    }

    private VerificationResult verified(PlanFile plan) throws Exception {
        return MergeVerification.verify(plan, password(), 2, SILENT);
    }

    /** The rows of a query. */
    public abstract List<String> rows(String query) throws Exception;

    /** These are the rows of a query, in their order. */
    public final void requireRows(String query, String... rows) throws Exception {
        assertThat(rows(query)).as(query).containsExactly(rows);
    }

    /** Where a row is, in words. */
    public final String where(PlanFile plan, String alias, String table, String... key) throws Exception {
        return RowTrace.find(plan, password(), alias, table, List.of(key)).message();
    }

    // ------------------------------------------------------------------------------------- what a plan of a yaml says

    /** Each with its code and its samples. */
    protected static List<String> errors(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding ->
                        finding.code() + " " + finding.subject() + ": " + finding.message() + " " + finding.samples())
                .toList();
    }

    protected final List<String> errors(String yaml) throws Exception {
        return errors(planned(yaml));
    }

    /** There is one error, with these parts. */
    protected final void refused(String yaml, String... parts) throws Exception {
        assertThat(errors(yaml)).satisfiesExactly(says(parts));
    }

    /** The only one. */
    protected final AbstractStringAssert<?> error(String yaml) throws Exception {
        return assertThat(errors(yaml)).singleElement(as(STRING));
    }

    private static Stream<Finding> findings(PlanFile plan, String... codes) {
        return plan.plan().findings().stream()
                .filter(finding -> List.of(codes).contains(finding.code().name()));
    }

    /** What a plan says under these codes: severity, subject, words, count, if there is one, and samples. */
    protected static List<String> found(PlanFile plan, String... codes) {
        return findings(plan, codes)
                .map(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message() + " "
                        + (finding.count() == null ? "" : finding.count() + " ") + finding.samples())
                .toList();
    }

    public final List<String> found(String yaml, String... codes) throws Exception {
        return found(planned(yaml), codes);
    }

    /** Severities and subjects under these codes. */
    protected final List<String> subjects(String yaml, String... codes) throws Exception {
        return findings(planned(yaml), codes)
                .map(finding -> finding.severity() + " " + finding.subject())
                .toList();
    }
}
