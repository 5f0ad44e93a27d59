package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceSuggestionsIT {

    private static final GameSize SIZE = GameSize.players(400);

    @TempDir
    private Path folder;

    /** What the lines that were suggested make of a plan. */
    record Suggested(Set<String> right, Set<String> missed, Set<String> wrong) {
        double recall() {
            return (double) right.size() / (right.size() + missed.size());
        }

        double precision() {
            return (double) right.size() / (right.size() + wrong.size());
        }
    }

    /** Takes all suggested lines into the configuration, as an operator would, and compares the references. */
    private Suggested suggested(GameServers servers, String without, Set<String> truth) throws Exception {
        PlannedServers before = PlannedServers.of(servers, folder, without);
        List<Finding> findings = before.findings("REFERENCE_MISSING");
        findings.forEach(finding -> System.out.println(finding.severity() + " " + finding.message()));
        String lines = findings.stream()
                .map(finding -> "  " + finding.message().replaceFirst("(?s)^.*references: ", "") + "\n")
                .collect(Collectors.joining());
        PlannedServers after =
                PlannedServers.of(servers, folder, without + (lines.isEmpty() ? "" : "references:\n" + lines));
        assertThat(after.findings("CONFIG_REFERENCE")).isEmpty();
        Set<String> known = names(before);
        Set<String> found = names(after);
        found.removeAll(known);
        Set<String> right = new TreeSet<>(found);
        right.retainAll(truth);
        Set<String> missed = new TreeSet<>(truth);
        missed.removeAll(found);
        missed.removeAll(known);
        Set<String> wrong = new TreeSet<>(found);
        wrong.removeAll(truth);
        System.out.println("right " + right.size() + ", missed " + missed + ", wrong " + wrong);
        return new Suggested(right, missed, wrong);
    }

    private static Set<String> names(PlannedServers game) {
        return game.plan().references().stream()
                .map(ReferencePlan::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A shipped merge.yaml without its connections and some parts. */
    private static String sample(String... without) throws Exception {
        String yaml = Files.readString(SampleServer.file("merge.yaml"));
        yaml = yaml.substring(yaml.indexOf("\ntables:"));
        for (String part : without) {
            yaml = yaml.replaceFirst("(?s)\n" + part + ":\n.*?(?=\n[a-z]+:\n|$)", "\n");
        }
        return yaml;
    }

    @Test
    void theSampleGamesReferencesAreFound() throws Exception {
        try (GameServers servers = GameServers.onMySql(3).filled((c, server) -> SampleServer.fill(c, server, SIZE))) {
            Set<String> truth = names(PlannedServers.of(servers, folder, sample()));
            Suggested suggested = suggested(servers, sample("references"), truth);
            assertThat(suggested.missed()).isEmpty();
            assertThat(suggested.wrong()).isEmpty();
        }
    }
}
