package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.verify.MergeVerification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;

/** A merge from {@code merge.yaml} to proof: what an operator does, and then what the independent checker says. */
final class MergeTrial {

    static final Path GOLDEN = Path.of("src/test/resources/io/snowflakeid/merge/golden");
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

    /** What a golden merge says after the connections. */
    static String golden(String name) throws IOException {
        return Files.readString(GOLDEN.resolve(name + ".yaml"));
    }

    /** Plans, runs, verifies. */
    PlanFile merged() throws Exception {
        long start = System.nanoTime();
        String execution = yaml.contains("execution:") ? "" : "execution: { writers: 2, chunk-rows: 500 }\n";
        PlanFile file = servers.plan(folder, execution + yaml, NOBODY);
        assertThat(file.plan().findings())
                .filteredOn(finding -> finding.severity() == Finding.Severity.ERROR)
                .isEmpty();
        long planned = System.nanoTime();
        MergeRun.carryOut(file, servers.password(), NOBODY);
        long copied = System.nanoTime();
        List<String> faults =
                MergeVerification.verify(file, servers.password(), 2, NOBODY).faults();
        System.out.printf(
                "planned in %d ms, copied in %d ms, verified in %d ms%n",
                (planned - start) / 1_000_000,
                (copied - planned) / 1_000_000,
                (System.nanoTime() - copied) / 1_000_000);
        assertThat(faults).isEmpty();
        return file;
    }

    /** The same; then looks with other eyes. */
    PlanFile mergesRightly(MergeFacts facts) throws Exception {
        PlanFile file = merged();
        try (Connection connection = servers.connect()) {
            assertThat(IndependentChecker.problems(connection, servers.sources(), servers.target(), facts))
                    .isEmpty();
        }
        return file;
    }
}
