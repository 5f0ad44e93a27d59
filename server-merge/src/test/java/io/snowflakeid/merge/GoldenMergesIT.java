package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameServers.SizedFilling;
import io.snowflakeid.merge.testdata.GuidGameServer;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What merges have always given: classes, modes, shifts, renames, and the rows of all target tables; where it is known what was asked
 * for, the independent checker looks at them, too. The files in {@code golden} are written anew with {@code -Dgolden.write}, which is
 * right only if a merge is meant to give something else.
 */
class GoldenMergesIT {

    private static final Path GOLDEN = Path.of("src/test/resources/io/snowflakeid/merge/golden");

    @Test
    void theSample() throws Exception {
        merges("sample", GameServers.onAny(3).filled(150, SampleServer::fill), sampleFacts());
    }

    /** Without what the shipped merge.yaml asks for by keep-first. */
    private static MergeFacts sampleFacts() {
        return SampleServer.facts().rows(RowsOf.MAIN, "wallet", "ban", "monster_kills");
    }

    @Test
    void theSampleOnH2() throws Exception {
        merges("sample-h2", golden("sample"), GameServers.onH2(3).filled(100, SampleServer::fillH2), sampleFacts());
    }

    @Test
    @Tag("long")
    void tenServersOfTheSample() throws Exception {
        merges("sample-ten", golden("sample"), GameServers.onAny(10).filled(40, SampleServer::fill), sampleFacts());
    }

    @Test
    void canary() throws Exception {
        CanaryServer.schema();
        merges("canary", GameServers.onAny(2).filled(150, CanaryServer::fill), CanaryServer.facts());
    }

    @Test
    @Tag("long")
    void canaryOnMariaDb() throws Exception {
        CanaryServer.schema();
        try (SmallGame game =
                new SmallGame(GameServers.on(DatabaseServer.MARIADB, 2).filled(500, CanaryServer::fill))) {
            game.merged(golden("canary"), CanaryServer.facts());
        }
    }

    @Test
    void theGuidGame() throws Exception {
        merges(
                "guid",
                GuidGameServer.mergeYaml() + golden("guid"),
                GameServers.onAny(3).filled(60, GuidGameServer::fill),
                GuidGameServer.facts());
    }

    @Test
    void eachModeAndNewIds() throws Exception {
        merges("modes", GameServers.onAny(3).filled(60, SampleServer::fill), null);
    }

    @Test
    void rowsAreLeftOutWithWhatIsTheirs() throws Exception {
        SizedFilling filling = (connection, server, size) -> {
            SampleServer.fill(connection, server, size);
            SqlScript.run(connection, """
                    UPDATE mail SET sender_id = 999999 WHERE id % 5 = 0;
                    UPDATE name_history SET hero_id = 888888 WHERE id % 2 = 0;
                    UPDATE auction SET bidder_id = 777777 WHERE id % 3 = 0;
                    """);
        };
        merges("where", GameServers.onAny(3).filled(100, filling), null);
    }

    @Test
    void accountsOfLaterServersAreLeftOut() throws Exception {
        merges("keep-first", GameServers.onAny(3).filled(100, SampleServer::fill), null);
    }

    private static String golden(String name) {
        return SqlScript.text(GOLDEN.resolve(name + ".yaml"));
    }

    private static void merges(String name, GameServers servers, @Nullable MergeFacts facts) throws Exception {
        merges(name, golden(name), servers, facts);
    }

    private static void merges(String name, String yaml, GameServers servers, @Nullable MergeFacts facts)
            throws Exception {
        try (SmallGame game = new SmallGame(servers)) {
            PlanFile plan = game.merged("execution: { writers: 2, chunk-rows: 500 }\n" + yaml);
            if (facts != null) {
                game.requireRight(facts);
            }
            Path file = GOLDEN.resolve(name + ".txt");
            List<String> lines = lines(plan, servers);
            if (Boolean.getBoolean("golden.write")) {
                Files.write(file, lines);
            }
            assertThat(lines).isEqualTo(Files.readAllLines(file));
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
}
