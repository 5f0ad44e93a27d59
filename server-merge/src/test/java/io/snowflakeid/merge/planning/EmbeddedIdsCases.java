package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.testdata.GameServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids where no reference leads: in lists, behind words, below a type; and numbers that are none. */
abstract class EmbeddedIdsCases {

    @TempDir
    private Path folder;

    private final Random random = new Random(11);

    abstract GameServers servers(int count);

    private interface Statements {
        List<String> of(int server);
    }

    /** A finding of ids in texts. */
    private static Consumer<Finding> textStays(String subject, String found) {
        return finding -> {
            assertThat(finding.subject()).isEqualTo(subject);
            assertThat(finding.message())
                    .satisfies(says(
                            found,
                            "these ids move, the text does not",
                            "make the table main-only or skip",
                            "or correct the texts by statements after the load"));
        };
    }

    private List<Finding> found(Statements statements) throws Exception {
        return found("", statements);
    }

    private List<Finding> found(String yaml, Statements statements) throws Exception {
        return found("EMBEDDED_IDS", yaml, statements);
    }

    private List<Finding> found(String code, String yaml, Statements statements) throws Exception {
        try (GameServers servers =
                servers(2).filled((connection, server) -> execute(connection, statements.of(server)))) {
            return PlannedServers.of(servers, folder, yaml).findings(code);
        }
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String insert(String table, int rows, IntFunction<String> row) {
        return IntStream.range(0, rows)
                .mapToObj(i -> "(" + row.apply(i) + ")")
                .collect(Collectors.joining(", ", "INSERT INTO " + table + " VALUES ", ""));
    }

    /** 200 players, counted from 1 without gaps. */
    private static List<String> dense() {
        return List.of(
                "CREATE TABLE roster (guid INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL)",
                insert("roster", 200, i -> i + 1 + ", 'n" + i + "'"));
    }

    /** 200 players of which many others were deleted. */
    private static List<String> sparse(int server) {
        return List.of(
                "CREATE TABLE roster (guid INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL)",
                insert("roster", 200, i -> id(server, i) + ", 'n" + i + "'"));
    }

    private static int id(int server, int i) {
        return 1 + 3 * i + (i * i + server * i) % 3;
    }

    private int any(int server) {
        return id(server, random.nextInt(200));
    }

    private static List<String> with(List<String> players, String... more) {
        return Stream.concat(players.stream(), Arrays.stream(more)).toList();
    }

    // ---------------------------------------------------------------------------------------------------------- lists

    @Test
    void listsOfIdsAreFoundWhateverSeparatesThem() throws Exception {
        List<Finding> found = found(server -> with(
                sparse(server),
                "CREATE TABLE pact (nr INT PRIMARY KEY, u TEXT, v TEXT, w TEXT, x TEXT, y TEXT, z TEXT)",
                insert(
                        "pact",
                        40,
                        i -> i + "" + list(server, " ") + list(server, ", ") + list(server, ";")
                                + list(server, "|") + ", '[" + any(server) + "," + any(server) + "]'" + ", '"
                                + any(server)
                                + " " + any(server) + " '")));

        assertThat(found)
                .extracting(Finding::subject)
                .containsExactly("pact.u", "pact.v", "pact.w", "pact.x", "pact.y", "pact.z");
        assertThat(found.get(0))
                .satisfies(textStays(
                        "pact.u", "80 of 80 sampled values are lists of numbers, which are ids of roster.guid"));
        assertThat(found.get(0).severity()).isEqualTo(Severity.WARNING);
    }

    private String list(int server, String separator) {
        return ", '" + any(server) + separator + any(server) + separator + any(server) + "'";
    }

    @Test
    void whereIdsHaveNoGapsTheNameOrTheCommentDecides() throws Exception {
        String lists = ", '12 77 103', '5 9', '3 8', '7 4', '12 5 9'";
        List<Finding> found = found(server -> with(
                dense(),
                "CREATE TABLE trade (nr INT PRIMARY KEY, allowed_players TEXT, member_list TEXT,"
                        + " may TEXT COMMENT 'Space separated GUID list of players who may take this', owners TEXT,"
                        + " steps TEXT COMMENT 'Steps that the player has taken')",
                insert("trade", 5, i -> server * 5 + i + lists)));

        assertThat(found)
                .extracting(Finding::subject)
                .containsExactly("trade.allowed_players", "trade.member_list", "trade.may", "trade.owners");
    }

    @Test
    void guidsWithoutGapsAreFoundWhereTheyReachAsFarAsThoseOfPlayers() throws Exception {
        List<Finding> found = found(server -> with(
                dense(),
                "CREATE TABLE trade (nr INT PRIMARY KEY, guids TEXT)",
                insert("trade", 30, i -> server * 30 + i + ", '" + (i + 1) + " " + (200 - i) + "'"),
                "CREATE TABLE monster (nr INT PRIMARY KEY, guids TEXT)",
                insert("monster", 30, i -> server * 30 + i + ", '" + (i + 1) + " " + (i + 2) + "'")));

        assertThat(found).extracting(Finding::subject).containsExactly("trade.guids");
    }

    @Test
    void numbersThatOnlyHappenToBeIdsAreNoLists() throws Exception {
        List<Finding> found = found(server -> with(
                dense(),
                "CREATE TABLE place (nr INT PRIMARY KEY, coordinates TEXT, zeros TEXT, slots TEXT, one_number TEXT, mostly TEXT)",
                insert(
                        "place",
                        60,
                        i -> server * 60 + i + ", '" + i % 7 + " " + (i % 9 + 1) + " " + (i + 1) + "', '0 0 0 0 ', '"
                                + random.nextInt(150) + " 0 " + random.nextInt(150) + " 0', '" + random.nextInt(150)
                                + "', '"
                                + (i % 4 == 0 ? "none" : "4 8 15") + "'")));

        assertThat(found).isEmpty();
    }

    @Test
    void numbersOfWhichSomeAreIdsAreNoLists() throws Exception {
        List<Finding> found = found(server -> with(
                sparse(server),
                "CREATE TABLE place (nr INT PRIMARY KEY, owners TEXT, equipment TEXT)",
                insert(
                        "place",
                        60,
                        i -> server * 60 + i + ", '" + random.nextInt(600) + " " + random.nextInt(600) + "', '"
                                + (25 + random.nextInt(500)) + " 0 " + (25 + random.nextInt(500)) + " 0 '")));

        assertThat(found).isEmpty();
    }

    @Test
    void aSingleFarIdMakesNoGaps() throws Exception {
        List<Finding> found = found(server -> with(
                with(dense(), "INSERT INTO roster VALUES (2000000000, 'the master')"),
                "CREATE TABLE place (nr INT PRIMARY KEY, steps TEXT)",
                insert("place", 90, i -> server * 90 + i + ", '" + (1 + random.nextInt(190)) + " " + (i + 1) + "'")));

        assertThat(found).isEmpty();
    }

    @Test
    void listsOfIdsThatStayAreNotMentioned() throws Exception {
        String yaml = "tables: { skill: { class: main-only, ids: static } }\n";
        List<Finding> found = found(
                yaml,
                server -> with(
                        dense(),
                        "CREATE TABLE skill (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))",
                        insert("skill", 150, i -> i + 1 + ", 's" + i + "'"),
                        "CREATE TABLE trained (nr INT PRIMARY KEY, skill_ids TEXT,"
                                + " more TEXT COMMENT 'list of skills of the player')",
                        insert(
                                "trained",
                                20,
                                i -> server * 20 + i + ", '" + (i + 1) + " " + (i + 30) + "', '" + (i + 1) + " 9'")));

        assertThat(found).isEmpty();
    }

    // ---------------------------------------------------------------------------------------------------------- words

    @Test
    void idsBehindAWordOrASignAreFound() throws Exception {
        List<Finding> found = found(server -> with(
                sparse(server),
                "CREATE TABLE log (nr INT PRIMARY KEY, info TEXT, who TEXT, see TEXT, hex TEXT, mail TEXT)",
                insert(
                        "log",
                        40,
                        i -> server * 40 + i + ", '(GUID: " + any(server) + ", name: Bob" + i + "), (GUID: "
                                + any(server) + ", name: Al)', 'said by player = " + any(server) + "', 'see #"
                                + any(server)
                                + "', '0x" + Integer.toHexString(any(server)) + " left', '"
                                + "%16X:%d:9:0".formatted(any(server), i) + "'")));

        assertThat(found)
                .satisfiesExactly(
                        textStays(
                                "log.info",
                                "80 of 80 sampled values hold a number called GUID, which is an id of roster.guid"),
                        textStays(
                                "log.who",
                                "80 of 80 sampled values hold a number called player, which is an id of roster.guid"),
                        textStays(
                                "log.see",
                                "80 of 80 sampled values hold a number after #, which is an id of roster.guid"),
                        textStays(
                                "log.hex",
                                "80 of 80 sampled values hold a hexadecimal number, which is an id of roster.guid"),
                        textStays(
                                "log.mail",
                                "80 of 80 sampled values hold a hexadecimal number before the first colon, which is an id of"
                                        + " roster.guid"));
    }

    @Test
    void ordinaryNumbersInTextsAreNoIds() throws Exception {
        List<Finding> found = found(server -> with(
                dense(),
                "CREATE TABLE chat (nr INT PRIMARY KEY, line TEXT, hex TEXT, extra TEXT)",
                insert(
                        "chat",
                        60,
                        i -> server * 60 + i + ", 'Sword id: " + (i % 40 + 1) + " for " + i + " gold, level: " + i
                                + ", #" + (i % 5 + 1) + " in town, speed: 1.5', '0x" + Integer.toHexString(i * 2)
                                + "', '"
                                + "{\"id\": " + (i % 50 + 1) + ", \"count\": 3}'")));

        assertThat(found).isEmpty();
    }

    // ---------------------------------------------------------------------------------------------------------- types

    @Test
    void idsBelowATypeAreFound() throws Exception {
        long item = 0x4000L << 48;
        long pet = 0xF140L << 48;
        List<Finding> found = found(server -> with(
                sparse(server),
                "CREATE TABLE aura (nr INT PRIMARY KEY, item BIGINT NOT NULL, caster BIGINT NOT NULL, pet BIGINT, byte BIGINT)",
                insert(
                        "aura",
                        60,
                        i -> server * 60 + i + ", " + (i % 2 == 0 ? 0 : item | any(server)) + ", "
                                + (i % 3 == 0 ? pet | 9 : item | any(server)) + ", "
                                + (pet | (long) any(server) << 24 | 7) + ", "
                                + (5L << 32 | any(server)))));

        assertThat(found)
                .extracting(Finding::subject)
                .containsExactly("aura.item", "aura.caster", "aura.pet", "aura.byte");
        assertThat(found.get(2).message())
                .satisfies(says(
                        found.get(2).count() + " different values are ids of roster.guid",
                        "bits 24 to 47, below 0xf140",
                        "these ids move, the column does not",
                        "make the table main-only",
                        "or correct it by SQL of your own after verify",
                        "the view snowflake_merge_ids"));
        assertThat(found.get(3).message()).contains("in their low 32 bits, below 0x5:");
    }

    @Test
    void aReferenceOfSuchAColumnWantsACondition() throws Exception {
        Statements auras = server -> with(
                sparse(server),
                "CREATE TABLE aura (nr INT PRIMARY KEY, caster BIGINT NOT NULL)",
                insert("aura", 60, i -> i + ", " + ((i < 20 ? 0x4000L << 48 : 0) | any(server))));

        assertThat(found(
                        "ID_BEYOND_RANGE",
                        "references: [ { from: aura.caster, to: roster.guid, orphans: keep } ]\n",
                        auras))
                .extracting(finding -> finding.subject() + ": " + finding.message())
                .anySatisfy(says(
                        "s1.aura.caster: 20 values are 4294967296 or above",
                        "far beyond all ids of roster.guid",
                        "if only the small values are ids of roster.guid",
                        "give the reference a condition",
                        "when: \"caster < 4294967296\""));
        String condition = "references: [ { from: aura.caster, to: roster.guid, when: \"caster < 4294967296\" } ]\n";
        assertThat(found("ID_BEYOND_RANGE", condition, auras)).isEmpty();
        assertThat(found(condition, auras)).extracting(Finding::subject).containsExactly("aura.caster");
    }

    @Test
    void otherGreatNumbersHoldNoIds() throws Exception {
        long creature = 0xF130L << 48;
        List<Finding> found = found(server -> with(
                dense(),
                "CREATE TABLE aura (nr INT PRIMARY KEY, seen BIGINT, money BIGINT, caster BIGINT, flags BIGINT, counter BIGINT)",
                insert(
                        "aura",
                        60,
                        i -> server * 60 + i + ", " + (1_790_000_000_000L + random.nextInt(2_000_000_000)) + ", "
                                + (8_000_000_000L + random.nextInt(2_000_000_000)) + ", "
                                + (creature | (long) random.nextInt(30_000) << 24 | random.nextInt(150)) + ", "
                                + (1L << 40 | i % 4)
                                + ", " + (3L << 32 | i + 1))));

        assertThat(found).isEmpty();
    }

    // ------------------------------------------------------------------------------------------------ all other forms

    private static final String ACCEPT = "accept: [ { code: NOT_SEARCHED, subject: %s, because: looked at } ]\n";

    /** Ids in forms that only their game knows, beside what can hold none. */
    private List<String> inOwnForms(int server, int rows) {
        return with(
                dense(),
                "CREATE TABLE bag (nr INT PRIMARY KEY, packed BIGINT, big DECIMAL(20,0), bytes VARBINARY(20), hex VARCHAR(60), amount INT,"
                        + " few BIGINT, word VARCHAR(60), kind ENUM('k1', 'k2'), price DECIMAL(20,2), taken TIMESTAMP NULL,"
                        + " none TEXT, late VARCHAR(20), late_packed BIGINT)",
                insert(
                        "bag",
                        rows,
                        i -> server * rows + i + ", " + ((7L * (i + 1)) << 8) + ", " + ((7L * (i + 1)) << 32) + ", X'00"
                                + "%04x".formatted(i) + "', '" + "beef:%x".formatted(i) + "', 70000, " + i % 9
                                + ", 'Ayla', 'k1', 12.34, '2026-01-01 00:00:00', NULL, '" + (i == rows / 2 ? "a5" : "-")
                                + "', " + (i == rows / 2 ? -900 : -1)));
    }

    @Test
    void columnsOfWhichNothingIsKnownHaveToBeLookedAt() throws Exception {
        List<Finding> found = found("NOT_SEARCHED", "", server -> inOwnForms(server, 40));

        assertThat(found).hasSize(1);
        assertThat(found.get(0).severity()).isEqualTo(Severity.ERROR);
        assertThat(found.get(0).message()).contains("hexadecimal", "in one BIGINT", "Look at each", "NOT_SEARCHED");
        assertThat(found.get(0).samples())
                .extracting(line -> line.substring(0, line.indexOf('\t')))
                .containsExactly(
                        "bag.big", "bag.bytes", "bag.hex", "bag.late", "bag.late_packed", "bag.packed", "roster.name");
        assertThat(found.get(0).samples().get(1)).endsWith("\t80 values\t240 bytes");
        assertThat(found.get(0).samples().get(2)).endsWith("\t80 values\t528 characters\tsuch as beef:0");
        assertThat(found.get(0).samples().get(5)).endsWith("\t80 values\tup to 71,680");
    }

    @Test
    void whatIsSaidOfAColumnIsEnough() throws Exception {
        String yaml = """
                references: [ { from: bag.packed, to: roster.guid, when: "few > 0", orphans: keep }, { from: bag.big, to: roster.guid, orphans: keep } ]
                unique: [ { key: roster.name, on-clash: rename, pattern: "{name}.{alias}", followed-by: [ bag.hex ] } ]
                """;
        Statements game =
                server -> with(inOwnForms(server, 40), "ALTER TABLE roster ADD CONSTRAINT once UNIQUE (name)");
        List<Finding> found = found("NOT_SEARCHED", yaml, game);
        assertThat(found.get(0).samples())
                .extracting(line -> line.substring(0, line.indexOf('\t')))
                .containsExactly("bag.bytes", "bag.late", "bag.late_packed", "bag.packed");

        assertThat(found("NOT_SEARCHED", "tables: { bag: { class: main-only }, roster: { ids: static } }\n", game))
                .isEmpty();
    }

    @Test
    void eachColumnIsAcceptedByItsNameOrAllAtOnce() throws Exception {
        List<Finding> one = found("NOT_SEARCHED", ACCEPT.formatted("bag.b*"), server -> inOwnForms(server, 20));
        assertThat(one)
                .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.count())
                .containsExactly("ACCEPTED bag.b* 2", "ERROR * 5");
        assertThat(one.get(0).message()).endsWith("(accepted: looked at)");
        assertThat(found("NOT_SEARCHED", ACCEPT.formatted("'*'"), server -> inOwnForms(server, 20)))
                .extracting(Finding::severity)
                .containsExactly(Severity.ACCEPTED);
    }

    @Test
    void aValueBetweenTheRowsThatAreReadCounts() throws Exception {
        List<Finding> found = found("NOT_SEARCHED", "", server -> inOwnForms(server, 2_000));

        assertThat(found.get(0).samples())
                .extracting(line -> line.substring(0, line.indexOf('\t')))
                .contains("bag.late", "bag.late_packed")
                .doesNotContain("bag.word", "bag.few", "bag.none");
        assertThat(found.get(0).samples().get(1)).contains("\tabout 4,000 values\tabout 12,000 bytes");
    }
}
