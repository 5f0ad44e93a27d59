package io.snowflakeid.merge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A verification reads large tables in parts, of which each row is in exactly one. */
class RowCutIT {

    private static final int ROWS = 16_000;

    /** Rows so wide that few make a part; a far id, and a key whose first column has few values. */
    private static final String GAME = """
            CREATE TABLE item (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, data VARCHAR(1200) NOT NULL);
            CREATE TABLE bag (hero INT NOT NULL, slot INT NOT NULL, data VARCHAR(1200) NOT NULL, PRIMARY KEY (hero, slot));
            INSERT INTO item WITH RECURSIVE w (q) AS (SELECT 0 UNION ALL SELECT q + 1 FROM w WHERE q < 199)
                SELECT (a.q * 200 + b.q + 1) * 3 + %2$d, REPEAT('x', 1200) FROM w a JOIN w b WHERE a.q * 200 < %1$d;
            INSERT INTO item VALUES (4000000000000000000 + %2$d, 'far');
            INSERT INTO bag SELECT id %% 7 + 10 * %2$d, id, data FROM item WHERE id < 4000000000000000000;
            ANALYZE TABLE item, bag;
            """;

    @OnMySqlAndMariaDb
    @Tag("long")
    void eachRowIsInOnePart(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, GAME.formatted(ROWS, 1), GAME.formatted(ROWS, 2))) {
            PlanFile plan =
                    game.merged("execution: { writers: 2, chunk-rows: 2000 }\ntables: { item: { ids: keep } }\n");
            try (Server server = game.server(plan, 2);
                    Connection session = server.session()) {
                for (TablePlan table : plan.plan().tables()) {
                    long rows = ROWS + (table.name().equals("item") ? 1L : 0L);
                    RowParts queries = new RowParts(plan.plan(), server.dialect());
                    List<Span> parts = queries.parts(session, List.of(table));
                    for (SourcePlan source : plan.plan().sources()) {
                        assertWhole(session, queries, parts, source.number(), rows);
                    }
                    assertWhole(session, queries, parts, 0, 2 * rows);
                }
            }

            game.inTarget("UPDATE item SET data = 'y' WHERE id = 30001");
            assertThat(game.faults(plan)).anySatisfy(fault -> assertThat(fault).contains("item", "30001", "data"));
        }
    }

    private static void assertWhole(Connection session, RowParts queries, List<Span> all, int source, long rows)
            throws SQLException {
        List<Span> parts = all.stream().filter(part -> part.source() == source).toList();
        List<Long> counts = new ArrayList<>();
        for (Span part : parts) {
            queries.read(
                    session, part, "SELECT COUNT(*) FROM " + queries.from(part), row -> counts.add(row.getLong(1)));
        }
        assertThat(counts.stream().mapToLong(Long::longValue).sum())
                .as("rows of %s", parts)
                .isEqualTo(rows);
        assertThat(counts).hasSizeGreaterThan(1).hasSizeLessThan(30);
        assertThat(counts).as("rows of each part").allMatch(count -> count < rows * 3 / 4);
        for (int i = 1; i < parts.size(); i++) {
            assertThat(parts.get(i).after()).isEqualTo(parts.get(i - 1).end());
        }
    }
}
