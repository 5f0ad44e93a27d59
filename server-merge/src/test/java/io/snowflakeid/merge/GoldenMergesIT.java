package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.GuidGameServer;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.merge.verify.MergeVerification;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What merges have always given: classes, modes, shifts, renames, and the rows of all target tables. The files in {@code golden} are written
 * anew with {@code -Dgolden.write}, which is right only if a merge is meant to give something else.
 */
class GoldenMergesIT {

    private static final MergeProgress.Listener SILENT = progress -> {};

    @TempDir
    Path folder;

    @Test
    void theSample() throws Exception {
        merges("sample", GameServers.onAny(3), 150, SampleServer::fill);
    }

    @Test
    void theSampleOnH2() throws Exception {
        merges("sample-h2", "sample", GameServers.onH2(3), 100, SampleServer::fillH2);
    }

    @Test
    @Tag("long")
    void tenServersOfTheSample() throws Exception {
        merges("sample-ten", "sample", GameServers.onAny(10), 40, SampleServer::fill);
    }

    @Test
    void canary() throws Exception {
        CanaryServer.schema();
        merges("canary", GameServers.onAny(2), 150, CanaryServer::fill);
    }

    @Test
    void theGuidGame() throws Exception {
        String references = GuidGameServer.mergeYaml().replace(" }\n", ", orphans: drop }\n");
        merges(
                "guid",
                "guid",
                references,
                GameServers.onAny(3),
                60,
                (connection, server, size) -> GuidGameServer.fill(connection, server, size, true));
    }

    @Test
    void manyReferences() throws Exception {
        merges("many", GameServers.onAny(2), 100, ManyReferencesServer::fill);
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

    private interface Filling {
        void fill(Connection connection, int server, GameSize size) throws SQLException;
    }

    private void merges(String name, GameServers servers, int players, Filling filling) throws Exception {
        merges(name, name, servers, players, filling);
    }

    private void merges(String name, String config, GameServers servers, int players, Filling filling)
            throws Exception {
        merges(name, config, "", servers, players, filling);
    }

    private void merges(
            String name, String config, String references, GameServers servers, int players, Filling filling)
            throws Exception {
        GameSize size = GameSize.players(players);
        try (servers) {
            servers.filled((connection, server) -> filling.fill(connection, server, size));
            String yaml = references + Files.readString(resource(config + ".yaml"));
            PlanFile file = new MergeTrial(servers, folder, yaml).plan();
            assertThat(MergeTrial.findings(file, Finding.Severity.ERROR)).isEmpty();
            MergeRun.carryOut(file, servers.password(), SILENT);
            assertThat(MergeVerification.verify(file, servers.password(), 2, SILENT)
                            .faults())
                    .isEmpty();
            isAsEver(name, lines(file, servers));
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

    private static void isAsEver(String name, List<String> lines) throws IOException {
        if (Boolean.getBoolean("golden.write")) {
            Path file = Path.of("src/test/resources/io/snowflakeid/merge/golden", name + ".txt");
            Files.write(file, lines);
        }
        assertThat(lines).isEqualTo(Files.readAllLines(resource(name + ".txt")));
    }

    private static Path resource(String name) throws IOException {
        if (Boolean.getBoolean("golden.write")) {
            return Path.of("src/test/resources/io/snowflakeid/merge/golden", name);
        }
        URL found = GoldenMergesIT.class.getResource("golden/" + name);
        assertThat(found).as(name).isNotNull();
        return Path.of(found.getPath());
    }
}
