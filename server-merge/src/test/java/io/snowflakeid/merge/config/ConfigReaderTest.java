package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.result.PlanException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {

    static final String LEAST = """
            server: { url: "jdbc:h2:mem:games" }
            sources: { s1: game_s1, s2: game_s2 }
            target: game_merged
            """;

    private static final Path FOLDER = Path.of("/etc/merge");

    private static MergeConfig read(String text) {
        return ConfigReader.read("merge.yaml", text, FOLDER);
    }

    /** The problems, without the name of the file. */
    private static List<String> problems(String text) {
        PlanException refused = catchThrowableOfType(PlanException.class, () -> read(text));
        assertThat(refused).describedAs("accepted:%n%s", text).isNotNull();
        assertThat(refused.getMessage().lines()).allMatch(problem -> problem.startsWith("merge.yaml:"));
        return refused.getMessage()
                .lines()
                .map(problem -> problem.substring("merge.yaml:".length()))
                .toList();
    }

    /** The problems that a piece behind the least configuration has; lines count from its beginning. */
    private static List<String> problemsBehindLeast(String piece) {
        long lines = LEAST.lines().count();
        return problems(LEAST + piece).stream()
                .map(problem -> {
                    int colon = problem.indexOf(':');
                    return Integer.parseInt(problem.substring(0, colon)) - lines + problem.substring(colon);
                })
                .toList();
    }

    @Test
    void everySettingArrives() throws IOException {
        MergeConfig config = read(resource("everything.yaml"));

        assertThat(config.toString()).startsWith("""
                MergeConfig[server=ServerConfig[url=jdbc:mysql://127.0.0.1:3306/, user=merge, \
                passwordEnv=MERGE_PASSWORD, passwordFile=null], \
                sources={s1=game_s1, s2=game_s2}, target=game_merged, \
                tables={players=TableConfig[tableClass=UNION, ids=AUTO, where=lastlogin > 0, \
                idRange=IdRange[first=1, last=2147483647], reserved=[IdRange[first=1342177281, last=1610612735]]], \
                on=TableConfig[tableClass=UNION, ids=OFFSET, where=null, idRange=null, reserved=[]], \
                log_*=TableConfig[tableClass=SKIP, ids=AUTO, where=null, idRange=null, reserved=[]]}, \
                references=[\
                ReferenceConfig[from=mail.sender_id, to=players.id, when=null, none=[], orphans=FAIL, whenLeftOut=null], \
                ReferenceConfig[from=*.char_id, to=char.char_id, when=null, none=[], orphans=FAIL, whenLeftOut=null], \
                ReferenceConfig[from=guild_wars(guild1, server), to=guilds(id, server), when=null, none=[], \
                orphans=FAIL, whenLeftOut=null], \
                ReferenceConfig[from=`a.b`.`c``d`, to=e f.`->`, when=null, none=[], orphans=FAIL, whenLeftOut=null], \
                ReferenceConfig[from=mail.owner_id, to=players.id, when=owner_type = 1, none=[0, -1], \
                orphans=CLEAR, whenLeftOut=CLEAR]], \
                unique=[UniqueConfig[key=players.name, none=[, x y], onClash=RENAME, pattern={name}.{alias}, side=ALL, \
                maxLength=20, followedBy=[Follower[names=guild_log.player_name, when=null], \
                Follower[names=deaths.killed_by, when=is_player = 1]], references=null], \
                UniqueConfig[key=accounts.name, none=[], onClash=KEEP_FIRST, pattern={name}.{alias}, side=LATER, \
                maxLength=null, followedBy=[], references=FOLLOW]], \
                execution=ExecutionConfig[writers=8, chunkRows=10000, retrySeconds=90], \
                fingerprint=CHECKSUMS, triggers=LEAVE_OUT, views=REFUSE, \
                accept=[AcceptedFinding[code=SCHEMA_COLUMN_DEFAULT, subject=s2.players.*, because=checked by hand]], \
                lines=""");
        assertThat(config.references().get(3).from()).isEqualTo(new ColumnNames("a.b", List.of("c`d")));
        assertThat(config.references().get(3).to()).isEqualTo(new ColumnNames("e f", List.of("->")));
    }

    @Test
    void whatIsNotSaidIsAsDocumented() throws IOException {
        MergeConfig config = read(resource("least.yaml"));

        assertThat(config.toString()).startsWith("""
                MergeConfig[server=ServerConfig[url=jdbc:h2:mem:games, user=null, passwordEnv=null, passwordFile=null], \
                sources={s1=game_s1, s2=game_s2}, target=game_merged, tables={}, references=[], unique=[], \
                execution=ExecutionConfig[writers=4, chunkRows=50000, retrySeconds=60], \
                fingerprint=COUNTS, triggers=AFTER_LOAD, views=AFTER_LOAD, accept=[], lines=""");
    }

    @ParameterizedTest
    @CsvSource({
        "chunkRows, (did you mean chunk-rows?)",
        "chunk_rows, (did you mean chunk-rows?)",
        "writer, (did you mean writers?)",
        "retry-second, (did you mean retry-seconds?)",
        "colour, ''"
    })
    void anUnknownKeyIsNamedWithItsPlaceAndWhatIsAllowedThere(String typed, String guess) {
        assertThat(problemsBehindLeast("execution: { " + typed + ": 5 }\n"))
                .containsExactly("1:14: execution." + typed + " is not known" + (guess.isEmpty() ? "" : " " + guess)
                        + "; allowed here: writers, chunk-rows, retry-seconds, keyless-rows");
    }

    @Test
    void allErrorsOfAFileAreReportedAtOnceInItsOrder() {
        assertThat(problems("""
                        servr: { url: "jdbc:h2:mem:games" }
                        sources: { s1: game, s2: GAME, "s 3": game_3 }
                        target: game_3
                        fingerprint: count
                        execution: { writers: 65, chunk-rows: many }
                        tables:
                          houses: { class: keep-newest }
                          log: { class: skip, where: "id > 1" }
                        references: [ mail.sender_id, "a.x -> b.y" ]
                        unique:
                          - { key: players.name, on-clash: rename, pattern: "{name}" }
                        accept:
                          - { code: SCHEMA, subject: s2.players }
                        """)).isEqualTo("""
                        1:1: servr is not known (did you mean server?); allowed here: server, sources, target, tables, \
                        references, unique, execution, fingerprint, triggers, views, accept
                        1:1: server is missing: write a mapping with url and user
                        2:22: sources.s2 is 'GAME', which is s1 already: a database is merged once
                        2:32: sources.s 3 is no alias: take 1 to 32 letters, digits, '_' and '-'
                        3:1: target is 'game_3', which is the source s 3: name a new database, sources stay as they are
                        4:1: fingerprint 'count' is not known (did you mean counts?); allowed here: counts, checksums
                        5:14: execution.writers '65' must be from 1 to 64
                        5:27: execution.chunk-rows 'many' is no whole number: write 150023, 150_023 or 0x24A07
                        7:13: tables.houses.class 'keep-newest' was removed: write class: main-only, or list the key under \
                        unique with on-clash: keep-first, and take newer rows over by SQL of your own after verify
                        8:10: tables.log.class copies no row, so where, ids, id-range and reserved have no meaning here: \
                        leave them out
                        9:15: references[0] 'mail.sender_id' must be such as mail.sender_id -> players.id, with table.column \
                        or table(column, column) on both sides, without a database; put a name that holds a sign of these \
                        into backticks
                        11:44: unique[0].pattern is '{name}', but must hold {name} once, {alias}, and no other placeholder
                        13:5: accept[0].because is missing: write down why this error may pass
                        """.lines().toList());
    }

    /** A piece behind the least configuration, and its only problem. */
    @ParameterizedTest
    @CsvFileSource(resources = "refused.csv", delimiter = '|', quoteCharacter = '^')
    void whatCannotBeMeantIsRefusedWithWhatIsAllowed(String piece, String problem) {
        assertThat(problemsBehindLeast(piece)).singleElement().asString().endsWith(": " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name <> 'now() (--'",
                "brand(x) = 1",
                "known = 1",
                "seen > unix_timestamp() - 86400 * 90",
                "seen > now() - interval 90 day",
                "`rand` = 1 AND note = 'it''s (fine'",
                "name = \\\"a'b\\\""
            })
    void aConditionThatOnlyLooksUnsteadyIsTaken(String condition) {
        assertThat(read(LEAST + "tables: { houses: { where: \"" + condition + "\" } }")
                        .tables())
                .containsKey("houses");
    }

    @Test
    void whatIsSaidTwiceIsRefused() {
        assertThat(problemsBehindLeast("unique: [ { key: a.b }, { key: \"a(b)\" } ]\n"))
                .containsExactly("1:1: unique has the key a.b twice: keep one");
        assertThat(problemsBehindLeast("tables:\n  a: {}\n  a: {}\n"))
                .containsExactly("3:3: tables.a comes twice, first in line 5: keep one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            { s1: game_s1 } | 2:1: sources has 1, but a merge needs at least 2: write a line 'alias: database' for each
            [ game_s1, game_s2 ] | 2:1: sources is a sequence of YAML, but must be a mapping, with lines such as 'key: value'
            { s1: a, S1: b } | 2:19: sources.S1 differs from s1 by its case alone: take another alias
            { s1: a, s2: } | 2:19: sources.s2 has no value: fill it in, or leave the key out
            { s1: a, a123456789012345678901234567890123: b } | 2:19: sources.a123456789012345678901234567890123 is no alias: take 1 to 32 letters, digits, '_' and '-'
            """)
    void sourcesMustBeAtLeastTwoOfDifferentNames(String sources, String problem) {
        assertThat(problems("""
                        server: { url: "jdbc:h2:mem:games" }
                        sources: %s
                        target: game_merged
                        """.formatted(sources))).containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            url: 'jdbc:mysql://root:tiger@db/' | url seems to hold a password | use password-env or password-file
            url: 'jdbc:mysql://a@db:3306,root:ti/ger@db:3307/' | url seems to hold a password | use password-env or password-file
            url: 'jdbc:mysql://db/?user=root&PassWord=tiger' | url seems to hold a password | use password-env or password-file
            url: 'jdbc:mysql://address=(host=db)(password=tiger)/' | url seems to hold a password | use password-env or password-file
            url: 'postgres' | url is 'postgres' | must begin with jdbc:mysql:, jdbc:mariadb:, jdbc:h2:
            user: merge | url is missing | write where the databases lie, such as jdbc:mysql://127.0.0.1:3306/
            url: 'jdbc:h2:mem:x', password: tiger | password is not taken from this file | name an environment variable by password-env, or a file by password-file
            url: 'jdbc:h2:mem:x', password-env: ti-ger | password-env is no name of an environment variable | write the name, such as MERGE_PASSWORD, not the password
            url: 'jdbc:h2:mem:x', password-env: A, password-file: b | password-file stands beside password-env | keep one of them
            """)
    void aPasswordIsNeverInTheFileNorShown(String server, String problem, String nextStep) {
        assertThat(problems("""
                        server: { %s }
                        sources: { s1: game_s1, s2: game_s2 }
                        target: game_merged
                        """.formatted(server)))
                .singleElement()
                .asString()
                .contains(": server." + problem)
                .endsWith(nextStep)
                .doesNotContain("tiger", "ti-ger", "ti/ger");
    }

    @Test
    void aPasswordFileIsLookedForBesideTheConfiguration() {
        String server = "server: { url: \"jdbc:h2:mem:x\", password-file: %s }\n";
        String rest = "sources: { s1: game_s1, s2: game_s2 }\ntarget: game_merged\n";

        assertThat(read(server.formatted("secret.txt") + rest).server().passwordFile())
                .isEqualTo(Path.of("/etc/merge/secret.txt"));
        assertThat(read(server.formatted("/run/secrets/merge") + rest).server().passwordFile())
                .isEqualTo(Path.of("/run/secrets/merge"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            references:\\n  - `a.b`.c -> d.e | 5:5
            unique:\\n  - key: a.b\\n    pattern: {name}.{alias} | 6:20
            views: *other | 4:8
            ---\\nviews: refuse | 4:1
            execution:\\n\\twriters: 4 | 5:1
            """)
    void whatIsNoYamlIsNamedByItsPlace(String piece, String place) {
        assertThat(problems(LEAST + piece.translateEscapes()))
                .singleElement()
                .asString()
                .startsWith(place + ": this is not YAML: indent with blanks, ");
    }

    @Test
    void anAliasOfYamlStandsForWhatItNames() {
        assertThat(read(LEAST + "views: &first refuse\ntriggers: *first\n").triggers())
                .isEqualTo(StoredObjects.REFUSE);
        assertThat(problemsBehindLeast("tables: &all { a: *all }\n"))
                .containsExactly("1:16: tables.a.a is not known; allowed here: class, ids, where, id-range, reserved");
    }

    @Test
    void whatIsNoYamlIsReportedWithoutShowingTheLine() {
        assertThat(problems("server: { password: \"tiger }\nsources: x\n"))
                .singleElement()
                .asString()
                .doesNotContain("tiger");
        assertThat(problems("")).first().isEqualTo("1:1: server is missing: write a mapping with url and user");
    }

    @Test
    void namesFromOutsideCannotBreakTheLinesOfAnError() {
        assertThat(problemsBehindLeast("\"a\\n\\e[31mb\": 1\n"))
                .singleElement()
                .asString()
                .startsWith("1:1: a\\u000a\\u001b[31mb is not known;");
    }

    @Test
    void aFileThatIsNotThereIsNamed(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("merge.yaml");

        assertThatThrownBy(() -> ConfigReader.read(file))
                .isInstanceOf(PlanException.class)
                .hasMessage(
                        file + " cannot be read (NoSuchFileException): name a file in UTF-8 that this user may read");

        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0x20});
        assertThatThrownBy(() -> ConfigReader.read(file))
                .isInstanceOf(PlanException.class)
                .hasMessage(file
                        + " cannot be read (MalformedInputException): name a file in UTF-8 that this user may read");

        Files.writeString(file, LEAST + "vievs: refuse\n");
        assertThatThrownBy(() -> ConfigReader.read(file))
                .hasMessageStartingWith(file + ":4:1: vievs is not known (did you mean views?)");
    }

    static String resource(String name) throws IOException {
        try (var in = ConfigReaderTest.class.getResourceAsStream(name)) {
            assertThat(in).describedAs(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
