package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.ServerMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A merge by server-merge 0.1.0, whose process ended before the last rows were copied: its files, its sources, and its target. A plan of another version is
 * rejected, so the test of the run ends when {@code plan.json} gets another version; the others stay.
 */
class ReleasedMergeTest {

    private static final Path RELEASED = Path.of("src", "test", "resources", "released", "0.1.0");
    private static final String URL =
            "jdbc:h2:mem:released;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
    private static final String STEPS = "SELECT name, done_at FROM merged.snowflake_merge_step";

    @TempDir
    private Path folder;

    private final ServerMerge merge = new ServerMerge();
    private Connection database;

    @BeforeEach
    void restore() throws SQLException, IOException {
        database = DriverManager.getConnection(URL, "sa", "");
        execute("RUNSCRIPT FROM '" + RELEASED.resolve("sources.sql") + "'");
        for (String file : List.of("merge.yaml", "plan.json", "plan.json.renames.hero.name.csv")) {
            Files.copy(RELEASED.resolve(file), folder.resolve(file));
        }
    }

    @AfterEach
    void drop() throws SQLException {
        execute("SHUTDOWN");
    }

    @Test
    void aRunIsContinuedWithoutRepeatingItsSteps() throws Exception {
        execute("RUNSCRIPT FROM '" + RELEASED.resolve("target.sql") + "'");
        List<String> done = rows(STEPS);
        assertThat(rows("SELECT COUNT(*) FROM merged.mail")).containsExactly("2");
        Path plan = folder.resolve("plan.json");
        merge.run(plan, null, progress -> {});
        assertThat(rows(STEPS)).hasSizeGreaterThan(done.size()).containsAll(done);
        assertThat(merge.verify(plan, null, 2, progress -> {}).fine()).isTrue();
        assertMerged();
    }

    @Test
    void aConfigurationGivesTheSameRows() throws Exception {
        Path plan = folder.resolve("another.json");
        assertThat(merge.plan(folder.resolve("merge.yaml"), plan, progress -> {})
                        .runnable())
                .isTrue();
        merge.run(plan, null, progress -> {});
        assertMerged();
        Path page = merge.report(plan, null, folder.resolve("report"));
        assertThat(page.resolveSibling("report.json")).content().contains("\"version\" : 3,", "\"fine\" : false,");
    }

    private void assertMerged() throws SQLException {
        assertThat(rows("SELECT id, name, account_id FROM merged.hero ORDER BY id"))
                .containsExactly("1 Ayla 1", "2 Bob 2", "11 Bob.s2 1", "14 Cid 13");
        assertThat(rows("SELECT id, hero_id, signed FROM merged.mail ORDER BY id"))
                .containsExactly("1 1 Bob", "2 2 null", "4 11 Bob.s2", "5 14 Cid");
        assertThat(
                        rows(
                                "SELECT alias, table_name, column_name, first_old, last_old, first_new"
                                        + " FROM merged.snowflake_merge_ids WHERE alias = 's2' ORDER BY table_name, last_old, first_new"))
                .containsExactly(
                        "s2 account id 1 1 1",
                        "s2 account id 1 3 11",
                        "s2 hero id 1 4 11",
                        "s2 mail id 1 1 4",
                        "s2 mail id 7 7 5");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Values with blanks between. */
    private List<String> rows(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(found.getString(i)));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }
}
