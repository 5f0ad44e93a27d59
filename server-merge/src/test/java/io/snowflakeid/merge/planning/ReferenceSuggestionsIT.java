package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
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
        findings.forEach(finding -> System.out.println("- " + finding.severity() + " " + finding.message()));
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

    /**
     * What was found goes on being found when rows are gone that some values led to, and nothing else is taken for a reference; but for
     * a few of small tables, or with a condition.
     */
    private void assertOrphansHideLittle(
            GameServers servers, String without, Set<String> truth, Suggested before, int most) throws Exception {
        Random random = new Random(20_261_122);
        int planted = 0;
        for (String database : servers.sources().values()) {
            for (String reference : new TreeSet<>(truth)) {
                planted += plantOrphans(servers, database, reference, random, planted == 0 || random.nextInt(3) == 0);
            }
        }
        System.out.println(planted + " orphans");
        assertThat(planted).isGreaterThan(truth.size() / 4);
        Suggested after = suggested(servers, without, truth);
        Set<String> hidden = new TreeSet<>(before.right());
        hidden.removeAll(after.right());
        Set<String> mistaken = new TreeSet<>(after.wrong());
        mistaken.removeAll(before.wrong());
        assertThat(hidden).hasSizeLessThanOrEqualTo(most);
        assertThat(mistaken).hasSizeLessThanOrEqualTo(most);
    }

    private static int plantOrphans(
            GameServers servers, String database, String reference, Random random, boolean alsoSingle)
            throws SQLException {
        Matcher parts = Pattern.compile("(\\w+)\\.(\\w+) -> (\\w+)\\.(\\w+)(?: when (.*))?")
                .matcher(reference);
        if (!parts.matches()) {
            // of several columns
            return 0;
        }
        String column = "`" + parts.group(2) + "`";
        String parentKey = "`" + parts.group(4) + "`";
        String where = parts.group(5) == null ? "" : " AND " + parts.group(5);
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("USE " + database);
            statement.execute("SET FOREIGN_KEY_CHECKS = 0");
            List<Long> ids = numbers(statement, "SELECT " + parentKey + " FROM `" + parts.group(3) + "`");
            List<Long> values = numbers(
                    statement,
                    "SELECT DISTINCT " + column + " FROM `" + parts.group(1) + "` WHERE " + column + " > 0" + where
                            + " ORDER BY 1");
            double share = 0.005 + 0.025 * random.nextDouble();
            int wanted = values.size() >= 50 ? Math.max(1, (int) (share * values.size())) : 0;
            if (values.size() >= 20 && wanted == 0 && alsoSingle && database.equals(first(servers))) {
                wanted = 1;
            }
            Collections.shuffle(values, random);
            int planted = 0;
            for (Long value : values.subList(0, wanted)) {
                long orphan = 1L + random.nextInt((int) Math.min(60_000, 2 * Collections.max(ids) + 5));
                if (!ids.contains(orphan)) {
                    planted += statement.executeUpdate("UPDATE IGNORE `" + parts.group(1) + "` SET " + column + " = "
                                            + orphan + " WHERE " + column + " = " + value + where)
                                    > 0
                            ? 1
                            : 0;
                }
            }
            return planted;
        }
    }

    private static String first(GameServers servers) {
        return servers.sources().values().iterator().next();
    }

    private static List<Long> numbers(Statement statement, String query) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
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
                .satisfiesExactlyInAnyOrder(
                        finding(
                                Finding.Severity.WARNING,
                                "REFERENCE_MISSING",
                                "guesses.guess -> players.id",
                                List.of(
                                        "1080 of 1080 different values are in players.id",
                                        "though its name does not say so",
                                        "no reference says so",
                                        "these ids move (offset)",
                                        "if it is one",
                                        "add to references: - guesses.guess -> players.id"),
                                1L,
                                List.of("guesses.guess: 1080 of 1080 different values are in players.id")),
                        finding(
                                Finding.Severity.WARNING,
                                "REFERENCE_MISSING",
                                "mail.sender_id -> players.id",
                                List.of(
                                        "720 of 720 different values are in players.id, [0] is not",
                                        "its name may mean them",
                                        "no reference says so",
                                        "these ids move (offset)",
                                        "if it is one",
                                        "add to references: - { from: mail.sender_id, to: players.id, none: [0] }"),
                                1L,
                                List.of("mail.sender_id: 720 of 720 different values are in players.id, [0] is not")),
                        finding(
                                Finding.Severity.ERROR,
                                "REFERENCE_MISSING",
                                "*.player_id -> players.id",
                                List.of(
                                        "4 tables have this column, whose values are ids of players.id",
                                        "it is named so",
                                        "no reference says so",
                                        "these ids move (offset)",
                                        "its rows would lead to others'",
                                        "add to references: - \"*.player_id -> players.id\""),
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
        try (GameServers servers = GameServers.onAny(2).filled(ReferenceSuggestionsIT::fillPlanted)) {
            assertPlanted(servers, folder);
        }
    }

    @Test
    @Tag("long")
    void plantedReferencesAreFoundOnMariaDb() throws Exception {
        try (GameServers servers =
                GameServers.on(DatabaseServer.MARIADB, 2).filled(ReferenceSuggestionsIT::fillPlanted)) {
            assertPlanted(servers, folder);
        }
    }

    @Test
    void aSingleOrphanHidesNoReference() throws Exception {
        try (GameServers servers = GameServers.onAny(2).filled(ReferenceSuggestionsIT::fillPlanted)) {
            try (Connection connection = servers.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("USE " + first(servers));
                statement.execute("UPDATE mail SET sender_id = 5000 WHERE sender_id = 7");
                statement.execute("UPDATE pets SET player_id = 5001 WHERE player_id = 8");
                statement.execute("UPDATE guesses SET guess = 5002 WHERE guess = 9");
            }
            assertThat(PlannedServers.of(servers, folder, "").findings("REFERENCE_MISSING"))
                    .extracting(
                            Finding::severity,
                            Finding::subject,
                            finding -> finding.samples().get(finding.samples().size() - 1))
                    .containsExactlyInAnyOrder(
                            tuple(
                                    Finding.Severity.WARNING,
                                    "guesses.guess -> players.id",
                                    "guesses.guess: 1079 of 1080 different values are in players.id; 1 is not, such as 5002"),
                            tuple(
                                    Finding.Severity.WARNING,
                                    "mail.sender_id -> players.id",
                                    "mail.sender_id: 719 of 720 different values are in players.id, [0] is not; 1 is not,"
                                            + " such as 5000"),
                            tuple(
                                    Finding.Severity.ERROR,
                                    "*.player_id -> players.id",
                                    "spells.player_id: 1080 of 1080 different values are in players.id"));
        }
    }

    /** Skills are numbered, and so are castles, whatever ids happen to be the same. */
    @Test
    void aTablesOwnKeyRefersToNothing() throws Exception {
        try (GameServers servers = GameServers.onAny(2).filled((connection, server) -> {
            fillPlanted(connection, server);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE skill (id INT, char_no INT, PRIMARY KEY (id, char_no))");
                statement.execute("INSERT INTO skill SELECT id, 1 FROM players");
                statement.execute("CREATE TABLE guild_castle (castle_id INT PRIMARY KEY)");
                statement.execute("INSERT INTO guild_castle SELECT id FROM players");
            }
        })) {
            assertThat(PlannedServers.of(servers, folder, "").findings("REFERENCE_MISSING"))
                    .extracting(Finding::subject)
                    .containsExactlyInAnyOrder(
                            "guesses.guess -> players.id", "mail.sender_id -> players.id", "*.player_id -> players.id");
        }
    }

    @Test
    void aReferenceThatIsNoneCanBeAccepted() throws Exception {
        try (GameServers servers = GameServers.onAny(2).filled(ReferenceSuggestionsIT::fillPlanted)) {
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
        try (GameServers servers = GameServers.onAny(2).filled(ReferenceSuggestionsIT::fillManyTables)) {
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
        try (GameServers servers = GameServers.onAny(3).filled((c, server) -> SampleServer.fill(c, server, SIZE))) {
            PlannedServers complete = PlannedServers.of(servers, folder, sample());
            assertThat(complete.findings("REFERENCE_MISSING")).isEmpty();
            Set<String> truth = names(complete);
            truth.removeIf(name -> name.contains("-> castle.") || name.contains("-> town."));
            Suggested suggested = suggested(servers, sample("references"), truth);
            assertThat(suggested.missed()).isEmpty();
            assertThat(suggested.wrong()).isEmpty();
            assertOrphansHideLittle(servers, sample("references"), truth, suggested, 2);
        }
    }

    @Test
    @Tag("long")
    void aGameThatDeclaresNoReferenceIsUnderstood() throws Exception {
        try (GameServers servers =
                GameServers.onAny(3).filled((c, server) -> ManyReferencesServer.fill(c, server, SIZE))) {
            String yaml = ManyReferencesServer.mergeYaml();
            PlannedServers complete = PlannedServers.of(servers, folder, yaml);
            assertThat(complete.findings("REFERENCE_MISSING")).isEmpty();
            Set<String> truth = names(complete);
            truth.removeIf(name -> name.contains("-> map."));
            assertThat(truth).hasSizeGreaterThan(80);
            String without = yaml.replaceFirst("(?s)references:\n.*?\nunique:", "unique:");
            Suggested suggested = suggested(servers, without, truth);
            assertThat(suggested.recall()).isGreaterThanOrEqualTo(0.97);
            assertThat(suggested.precision()).isGreaterThanOrEqualTo(0.97);
            assertOrphansHideLittle(servers, without, truth, suggested, 1);
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
        try (GameServers servers = GameServers.onAny(3).filled((c, server) -> CanaryServer.fill(c, server, SIZE))) {
            Suggested suggested = suggested(servers, "", CANARY);
            assertThat(suggested.recall()).isGreaterThanOrEqualTo(0.9);
            assertThat(suggested.precision()).isGreaterThanOrEqualTo(0.9);
            assertOrphansHideLittle(servers, "", CANARY, suggested, 0);
        }
    }

    /** The same game without a single foreign key: what was declared has to be found as well. */
    @Test
    @Tag("long")
    void aRealGameWithoutItsForeignKeysIsUnderstood() throws Exception {
        CanaryServer.schema();
        try (GameServers servers = GameServers.onAny(3).filled((c, server) -> CanaryServer.fill(c, server, SIZE))) {
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
            assertOrphansHideLittle(servers, "", truth, suggested, 0);
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
