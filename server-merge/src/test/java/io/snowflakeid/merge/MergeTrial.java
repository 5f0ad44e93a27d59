package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.verify.MergeVerification;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;

/** A merge from {@code merge.yaml} to proof: what an operator does, and then what the independent checker says. */
final class MergeTrial {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    private final GameServers servers;
    private final Path folder;
    private final String yaml;

    /** The yaml is all that follows the connections. */
    MergeTrial(GameServers servers, Path folder, String yaml) {
        this.servers = servers;
        this.folder = folder;
        this.yaml = yaml;
    }

    PlanFile plan() throws Exception {
        String execution = yaml.contains("execution:") ? "" : "execution: { writers: 2, chunk-rows: 500 }\n";
        return servers.plan(folder, execution + yaml, NOBODY);
    }

    /** The findings of that severity, one per line, so that a failing test shows them. */
    static List<String> findings(PlanFile file, Finding.Severity severity) {
        return file.plan().findings().stream()
                .filter(finding -> finding.severity() == severity)
                .map(finding ->
                        finding.code() + " " + finding.subject() + ": " + finding.message() + " " + finding.samples())
                .toList();
    }

    /** Plans, runs, verifies; then looks with other eyes. */
    PlanFile mergesRightly(MergeFacts facts) throws Exception {
        long start = System.nanoTime();
        PlanFile file = plan();
        assertThat(findings(file, Finding.Severity.ERROR)).isEmpty();
        long planned = System.nanoTime();
        MergeRun.carryOut(file, servers.password(), NOBODY);
        long copied = System.nanoTime();
        List<String> faults =
                MergeVerification.verify(file, servers.password(), 2, NOBODY).faults();
        long verified = System.nanoTime();
        List<String> problems = problems(facts);
        System.out.println("planned in " + (planned - start) / 1_000_000 + " ms, copied in "
                + (copied - planned) / 1_000_000 + " ms, verified in " + (verified - copied) / 1_000_000
                + " ms, checked in " + (System.nanoTime() - verified) / 1_000_000 + " ms");
        assertThat(problems).isEmpty();
        assertThat(faults).isEmpty();
        return file;
    }

    private List<String> problems(MergeFacts facts) throws Exception {
        Map<String, String> sources = servers.sources();
        try (Connection connection = servers.connect()) {
            return IndependentChecker.problems(connection, sources, servers.target(), facts);
        }
    }
}
