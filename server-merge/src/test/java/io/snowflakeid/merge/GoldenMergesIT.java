package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameServers.SizedFilling;
import io.snowflakeid.merge.testdata.GuidGameServer;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What merges have always given: classes, modes, shifts, renames, and the rows of all target tables. The files in {@code golden} are written
 * anew with {@code -Dgolden.write}, which is right only if a merge is meant to give something else.
 */
class GoldenMergesIT {

    @TempDir
    Path folder;

    @Test
    void theSample() throws Exception {
        merges("sample", GameServers.onAny(3), 150, SampleServer::fill);
    }

    @Test
    void theSampleOnH2() throws Exception {
        merges("sample-h2", MergeTrial.golden("sample"), GameServers.onH2(3), 100, SampleServer::fillH2, null);
    }

    @Test
    @Tag("long")
    void tenServersOfTheSample() throws Exception {
        merges("sample-ten", MergeTrial.golden("sample"), GameServers.onAny(10), 40, SampleServer::fill, null);
    }

    @Test
    void canary() throws Exception {
        CanaryServer.schema();
        String yaml = MergeTrial.golden("canary");
        merges("canary", yaml, GameServers.onAny(2), 150, CanaryServer::fill, CanaryServer.facts());
    }

    @Test
    void theGuidGame() throws Exception {
        String yaml = GuidGameServer.mergeYaml() + MergeTrial.golden("guid");
        merges("guid", yaml, GameServers.onAny(3), 60, GuidGameServer::fill, GuidGameServer.facts());
    }

    @Test
    void manyReferences() throws Exception {
        String yaml = MergeTrial.golden("many");
        merges("many", yaml, GameServers.onAny(2), 100, ManyReferencesServer::fill, ManyReferencesServer.facts());
    }

    @Test
    void eachModeAndNewIds() throws Exception {
        merges("modes", GameServers.onAny(3), 60, SampleServer::fill);
    }

    @Test
    void rowsStayBehindWithWhatIsTheirs() throws Exception {
        merges("where", GameServers.onAny(3), 100, (connection, server, size) -> {
            SampleServer.fill(connection, server, size);
            SqlScript.run(
                    connection,
                    List.of(
                            "UPDATE mail SET sender_id = 999999 WHERE id % 5 = 0",
                            "UPDATE name_history SET hero_id = 888888 WHERE id % 2 = 0",
                            "UPDATE auction SET bidder_id = 777777 WHERE id % 3 = 0"));
        });
    }

    @Test
    void accountsOfLaterServersAreLeftOut() throws Exception {
        merges("keep-first", GameServers.onAny(3), 100, SampleServer::fill);
    }

    private void merges(String name, GameServers servers, int players, SizedFilling filling) throws Exception {
        merges(name, MergeTrial.golden(name), servers, players, filling, null);
    }

    /** With what the independent checker is to know of the game, or null where another test asks it. */
    private void merges(
            String name,
            String yaml,
            GameServers servers,
            int players,
            SizedFilling filling,
            @Nullable MergeFacts facts)
            throws Exception {
        try (servers) {
            servers.filled(players, filling);
            MergeTrial trial = new MergeTrial(servers, folder, yaml);
            PlanFile file = facts == null ? trial.merged() : trial.mergesRightly(facts);
            isAsEver(MergeTrial.GOLDEN.resolve(name + ".txt"), lines(file, servers));
        }
    }

    private static List<String> lines(PlanFile file, GameServers servers) throws Exception {
        List<String> lines = new ArrayList<>();
        file.plan().domains().stream().map(GoldenMergesIT::ids).sorted().forEach(lines::add);
        file.plan().uniques().stream()
                .map(unique -> "unique " + unique.table() + unique.columns() + " " + unique.onClash() + ": "
                        + unique.clashes() + " clashes, " + unique.renames() + " renames")
                .sorted()
                .forEach(lines::add);
        try (Connection connection = servers.connect()) {
            Map<String, String> rows = MergedFingerprint.of(connection, servers.target());
            file.plan()
                    .tables()
                    .forEach(table -> lines.add("table " + table.name() + " " + table.tableClass() + ": "
                            + rows.getOrDefault(table.name(), "absent")));
        }
        return lines;
    }

    private static String ids(IdDomain domain) {
        List<Long> shifts = domain.sources().stream().map(SourceIds::shift).toList();
        return "ids " + domain.name() + " " + domain.mode() + ": shifts " + shifts;
    }

    private static void isAsEver(Path file, List<String> lines) throws IOException {
        if (Boolean.getBoolean("golden.write")) {
            Files.write(file, lines);
        }
        assertThat(lines).isEqualTo(Files.readAllLines(file));
    }
}
