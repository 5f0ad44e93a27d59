package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.merge.testdata.SampleServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceSuggestionsIT {

    /** Made one by one, which takes longer than looking at them; 150 by hand. */
    private static final int TABLES = Integer.getInteger("merge.tables", 20);

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

    private static void fillPlanted(Connection connection, int server) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, level INT NOT NULL)",
                    "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender_id INT NOT NULL, player_id INT, price INT)",
                    "CREATE TABLE pets (player_id INT, slot INT, hue INT NOT NULL, PRIMARY KEY (player_id, slot))",
                    "CREATE TABLE spells (player_id INT, spell INT, PRIMARY KEY (player_id, spell))",
                    "CREATE TABLE keys_of (player_id INT, lock_no INT, PRIMARY KEY (player_id, lock_no))",
                    "CREATE TABLE empty_one (player_id INT PRIMARY KEY)",
                    "CREATE TABLE guesses (guess INT NOT NULL)",
                    "INSERT INTO players (id, name, level) WITH RECURSIVE n (i) AS"
                            + " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)"
                            + " SELECT i, CONCAT('p', i, '.', " + server + "), 1 + i % 90 FROM n WHERE i % 10 > 0",
                    "INSERT INTO mail (sender_id, player_id, price) SELECT CASE WHEN id % 3 = 0 THEN 0 ELSE id END,"
                            + " id, 1 + id % 200 FROM players",
                    "INSERT INTO pets SELECT id, 1, 7 FROM players WHERE id % 2 = 0",
                    "INSERT INTO spells SELECT id, id % 40 FROM players",
                    "INSERT INTO keys_of SELECT id, 1 + id % 5 FROM players WHERE id < 50",
                    "INSERT INTO guesses SELECT id FROM players")) {
                statement.execute(sql);
            }
        }
    }

    private static void assertPlanted(GameServers servers, Path folder) throws Exception {
        List<Finding> found = PlannedServers.of(servers, folder, "").findings("REFERENCE_MISSING");
        assertThat(found)
                .containsExactlyInAnyOrder(
                        new Finding(
                                Finding.Severity.WARNING,
                                "REFERENCE_MISSING",
                                "guesses.guess -> players.id",
                                "1080 of 1080 different values are in players.id, though its name does not say so, but no"
                                        + " reference says so, and these ids move (offset): if it is one, add to references:"
                                        + " - guesses.guess -> players.id",
                                1L,
                                List.of("guesses.guess: 1080 of 1080 different values are in players.id")),
                        new Finding(
                                Finding.Severity.WARNING,
                                "REFERENCE_MISSING",
                                "mail.sender_id -> players.id",
                                "720 of 720 different values are in players.id, [0] is not, and its name may mean them, but no"
                                        + " reference says so, and these ids move (offset): if it is one, add to references:"
                                        + " - { from: mail.sender_id, to: players.id, none: [0] }",
                                1L,
                                List.of("mail.sender_id: 720 of 720 different values are in players.id, [0] is not")),
                        new Finding(
                                Finding.Severity.ERROR,
                                "REFERENCE_MISSING",
                                "*.player_id -> players.id",
                                "4 tables have this column, whose values are ids of players.id, and it is named so, but no"
                                        + " reference says so, and these ids move (offset): its rows would lead to others';"
                                        + " add to references: - \"*.player_id -> players.id\"",
                                4L,
                                List.of(
                                        "keys_of.player_id: 90 of 90 different values are in players.id",
                                        "mail.player_id: 1080 of 1080 different values are in players.id",
                                        "pets.player_id: 480 of 480 different values are in players.id",
                                        "spells.player_id: 1080 of 1080 different values are in players.id")));
        String complete = """
                references:
                  - "*.player_id -> players.id"
                  - { from: mail.sender_id, to: players.id, none: [0] }
                  - guesses.guess -> players.id
                """;
        assertThat(PlannedServers.of(servers, folder, complete).findings("REFERENCE_MISSING"))
                .isEmpty();
    }

    @Test
    void plantedReferencesAreFoundAndNumbersAreNot() throws Exception {
        try (GameServers servers = GameServers.onMySql(2).filled(ReferenceSuggestionsIT::fillPlanted)) {
            assertPlanted(servers, folder);
        }
    }

    @Test
    void plantedReferencesAreFoundOnMariaDb() throws Exception {
        try (GameServers servers = GameServers.onMariaDb(2).filled(ReferenceSuggestionsIT::fillPlanted)) {
            assertPlanted(servers, folder);
        }
    }

    @Test
    void aReferenceThatIsNoneCanBeAccepted() throws Exception {
        try (GameServers servers = GameServers.onMySql(2).filled(ReferenceSuggestionsIT::fillPlanted)) {
            List<Finding> found = PlannedServers.of(
                            servers,
                            folder,
                            "accept: [ { code: REFERENCE_MISSING, subject: \"*.player_id -> *\", because: numbers } ]\n")
                    .findings("REFERENCE_MISSING");
            assertThat(found).extracting(Finding::severity).doesNotContain(Finding.Severity.ERROR);
        }
    }

    @Test
    void manyTablesTakeSeconds() throws Exception {
        try (GameServers servers = GameServers.onMySql(2).filled(ReferenceSuggestionsIT::fillManyTables)) {
            PlannedServers planned = PlannedServers.of(servers, folder, "");
            Game game = planned.again(servers);
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long begin = System.nanoTime();
            long worked = threads.getCurrentThreadCpuTime();
            new ReferenceSuggestions(game, planned.plan(), new Findings(List.of())).look();
            long millis = (System.nanoTime() - begin) / 1_000_000;
            long workedMillis = (threads.getCurrentThreadCpuTime() - worked) / 1_000_000;
            game.sessions().server().close();
            System.out.println(TABLES + " tables more, 2 servers: references suggested in " + millis + " ms, of which "
                    + workedMillis + " ms were work");
            // a machine that is busy with other tests takes longer, but does not work more
            assertThat(workedMillis).isLessThan(20_000);
        }
    }

    private static void fillManyTables(Connection connection, int server) throws SQLException {
        fillPlanted(connection, server);
        try (Statement statement = connection.createStatement()) {
            for (int table = 0; table < TABLES; table++) {
                StringBuilder columns = new StringBuilder();
                StringBuilder values = new StringBuilder();
                for (int column = 1; column < 20; column++) {
                    columns.append(", c").append(column).append(" INT NOT NULL");
                    values.append(", (id * ")
                            .append(column * 7 + table)
                            .append(") % ")
                            .append(40 * column);
                }
                statement.execute("CREATE TABLE t" + table + " (id INT PRIMARY KEY AUTO_INCREMENT" + columns + ")");
                statement.execute("INSERT INTO t" + table + " SELECT id" + values + " FROM players");
            }
        }
    }

    /** Without the references that the planner is to find; those to ids that stay are not missed. */
    @Test
    void theSampleGamesReferencesAreFound() throws Exception {
        try (GameServers servers = GameServers.onMySql(3).filled((c, server) -> SampleServer.fill(c, server, SIZE))) {
            PlannedServers complete = PlannedServers.of(servers, folder, sample());
            assertThat(complete.findings("REFERENCE_MISSING")).isEmpty();
            Set<String> truth = names(complete);
            truth.removeIf(name -> name.contains("-> castle.") || name.contains("-> town."));
            Suggested suggested = suggested(servers, sample("references"), truth);
            assertThat(suggested.missed()).isEmpty();
            assertThat(suggested.wrong()).isEmpty();
        }
    }

    @Test
    void aGameThatDeclaresNoReferenceIsUnderstood() throws Exception {
        try (GameServers servers =
                GameServers.onMySql(3).filled((c, server) -> ManyReferencesServer.fill(c, server, SIZE))) {
            String yaml = ManyReferencesServer.mergeYaml();
            PlannedServers complete = PlannedServers.of(servers, folder, yaml);
            assertThat(complete.findings("REFERENCE_MISSING")).isEmpty();
            Set<String> truth = names(complete);
            truth.removeIf(name -> name.contains("-> map."));
            assertThat(truth).hasSizeGreaterThan(80);
            Suggested suggested =
                    suggested(servers, yaml.replaceFirst("(?s)references:\n.*?\nunique:", "unique:"), truth);
            assertThat(suggested.recall()).isGreaterThanOrEqualTo(0.97);
            assertThat(suggested.precision()).isGreaterThanOrEqualTo(0.97);
        }
    }

    /** Its declared references are left as they are; these are the others. */
    private static final Set<String> CANARY = Set.of(
            "accounts.recruiter -> accounts.id",
            "accounts.house_bid_id -> houses.id",
            "players.town_id -> towns.id",
            "players.marriage_spouse -> players.id",
            "guilds.residence -> towns.id",
            "guild_wars.guild1 -> guilds.id",
            "guild_wars.guild2 -> guilds.id",
            "guildwar_kills.killerguild -> guilds.id",
            "guildwar_kills.targetguild -> guilds.id",
            "houses.owner -> players.id",
            "houses.new_owner -> players.id",
            "houses.bidder -> players.id",
            "houses.town_id -> towns.id",
            "houses.guildid -> guilds.id",
            "player_kills.target -> players.id",
            "account_sessions.account_id -> accounts.id",
            // in memory, where foreign keys are not kept
            "players_online.player_id -> players.id");

    @Test
    void aRealGamesUndeclaredReferencesAreFound() throws Exception {
        CanaryServer.schema();
        try (GameServers servers = GameServers.onMySql(3).filled((c, server) -> CanaryServer.fill(c, server, SIZE))) {
            Suggested suggested = suggested(servers, "", CANARY);
            assertThat(suggested.recall()).isGreaterThanOrEqualTo(0.9);
            assertThat(suggested.precision()).isGreaterThanOrEqualTo(0.9);
        }
    }

    /** The same game without a single foreign key: what was declared has to be found as well. */
    @Test
    void aRealGameWithoutItsForeignKeysIsUnderstood() throws Exception {
        CanaryServer.schema();
        try (GameServers servers = GameServers.onMySql(3).filled((c, server) -> CanaryServer.fill(c, server, SIZE))) {
            Set<String> truth = new TreeSet<>(CANARY);
            for (ReferencePlan reference :
                    PlannedServers.of(servers, folder, "").plan().references()) {
                for (int i = 0; i < reference.columns().size(); i++) {
                    truth.add(reference.table() + "." + reference.columns().get(i) + " -> " + reference.parent() + "."
                            + reference.parentColumns().get(i));
                }
            }
            // of a reference of two columns, the second leads to where its own does
            truth.remove("account_vipgrouplist.account_id -> account_vipgroups.account_id");
            truth.add("account_vipgrouplist.account_id -> accounts.id");
            for (String database : servers.sources().values()) {
                dropForeignKeys(servers, database);
            }
            Suggested suggested = suggested(servers, "", truth);
            assertThat(suggested.recall()).isGreaterThanOrEqualTo(0.9);
            assertThat(suggested.precision()).isGreaterThanOrEqualTo(0.9);
        }
    }

    private static void dropForeignKeys(GameServers servers, String database) throws Exception {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            List<String> drops = new ArrayList<>();
            try (ResultSet keys =
                    statement.executeQuery("SELECT CONCAT('ALTER TABLE `', CONSTRAINT_SCHEMA, '`.`', TABLE_NAME,"
                            + " '` DROP FOREIGN KEY `', CONSTRAINT_NAME, '`') FROM information_schema.REFERENTIAL_CONSTRAINTS"
                            + " JOIN information_schema.TABLE_CONSTRAINTS USING (CONSTRAINT_SCHEMA, TABLE_NAME, CONSTRAINT_NAME)"
                            + " WHERE CONSTRAINT_SCHEMA = '" + database + "'")) {
                while (keys.next()) {
                    drops.add(keys.getString(1));
                }
            }
            assertThat(drops).hasSizeGreaterThan(40);
            for (String drop : drops) {
                statement.execute(drop);
            }
        }
    }
}
