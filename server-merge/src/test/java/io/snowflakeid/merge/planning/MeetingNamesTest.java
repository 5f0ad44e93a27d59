package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.testdata.H2Servers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game may tell its players apart by names that no key of its database keeps apart. */
class MeetingNamesTest {

    private static final String GAME = """
            CREATE TABLE hero (id INT PRIMARY KEY, name VARCHAR(20) NULL, level INT DEFAULT 1);
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, nickname VARCHAR(20));
            INSERT INTO hero (id, name) VALUES (1, 'Ann'), (2, ''), (3, ''), (4, NULL);
            INSERT INTO mail VALUES (1, 1, 'Ann');
            """;

    private static final String REFERENCES = "references: [ mail.hero -> hero.id ]\n";

    @TempDir
    private Path folder;

    private H2Servers servers;

    @BeforeEach
    void open() {
        servers = H2Servers.inMySqlMode("meeting_names");
    }

    @AfterEach
    void close() throws Exception {
        servers.close();
    }

    private List<Finding> found(String parts) throws Exception {
        Path config = servers.config(folder, "merged", parts, "s1", "s2");
        return MergePlanner.plan(
                        ConfigReader.read(config), servers.password(), folder.resolve("plan.json"), progress -> {})
                .plan()
                .findings()
                .stream()
                .filter(finding -> finding.code().equals("NAMES_MEET"))
                .toList();
    }

    @Test
    void namesThatSeveralSourcesHaveAreToldInPassing() throws Exception {
        servers.script("s1", GAME + "INSERT INTO hero (id, name) VALUES (5, 'Bob'), (6, 'Cid')")
                .script("s2", GAME + "INSERT INTO hero (id, name) VALUES (5, 'bob'), (6, 'Cid')");

        assertThat(found(REFERENCES))
                .containsExactly(new Finding(
                        Severity.NOTE,
                        "NAMES_MEET",
                        "hero.name",
                        "2 values are on more than one source, and no key of the database forbids that; if the game tells them"
                                + " apart by it, write under unique: - { key: hero.name, on-clash: rename }",
                        2L,
                        List.of("Ann on s1, s2", "Cid on s1, s2")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                REFERENCES + "tables: { hero: { class: main-only } }\n",
                REFERENCES + "tables: { hero: { class: skip } }\n",
                REFERENCES + "tables: { hero: { ids: static } }\n",
                REFERENCES + "tables: { hero: { class: keep-newest, by: level } }\n",
                REFERENCES + "tables: { hero: { where: \"name <> 'Ann'\" } }\n",
                REFERENCES + "unique: [ { key: hero.name, on-clash: rename, none: [ '' ] } ]\n",
                REFERENCES + "unique: [ { key: mail.nickname, on-clash: rename, followed-by: [ hero.name ] } ]\n",
            })
    void namesThatNobodyIsFoundByOrThatAreLookedAfterAreNot(String parts) throws Exception {
        servers.script("s1", GAME + "INSERT INTO hero (id, name) VALUES (5, 'Bob')")
                .script("s2", GAME);

        assertThat(found(parts)).isEmpty();
    }

    @Test
    void namesThatAreTheSameEverywhereAreNot() throws Exception {
        servers.script("s1", GAME).script("s2", GAME);

        assertThat(found(REFERENCES)).isEmpty();
    }

    @Test
    void namesThatOneSourceHasOftenAreNot() throws Exception {
        String twice = "INSERT INTO hero (id, name) VALUES (8, 'Cid'), (9, 'Cid');";
        servers.script("s1", GAME + twice).script("s2", GAME + "INSERT INTO hero (id, name) VALUES (5, 'Bob')");
        assertThat(found(REFERENCES)).isEmpty();

        servers.script("s1", "INSERT INTO hero (id, name) SELECT x + 100, 'n' || x FROM SYSTEM_RANGE(1, 98)");
        assertThat(found(REFERENCES)).extracting(Finding::samples).containsExactly(List.of("Ann on s1, s2"));
    }

    @Test
    void namesOfAKeyAreNot() throws Exception {
        String keyed = GAME + "DELETE FROM hero WHERE id = 2; CREATE UNIQUE INDEX one ON hero (name, level);";
        servers.script("s1", keyed + "INSERT INTO hero (id, name) VALUES (5, 'Bob')")
                .script("s2", keyed);

        assertThat(found(REFERENCES)).isEmpty();
    }
}
