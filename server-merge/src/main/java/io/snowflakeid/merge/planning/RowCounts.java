package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.planning.draft.DraftReader;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.rows.PrintReader;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts the rows of each table and source, and those of them that go into the target. */
final class RowCounts extends DraftReader {

    public RowCounts(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    TablePlan counted(TablePlan table) throws SQLException {
        PrintReader prints = new PrintReader(dialect, draft.fingerprint());
        List<SourceRows> rows = new ArrayList<>();
        for (SourceRows present : table.rows()) {
            SourcePlan source = draft.sources().get(present.source() - 1);
            Table there = game.table(source, table.name()).orElseThrow();
            TablePrint print = game.sessions().with(session -> prints.read(session, source.database(), there));
            long copied = table.copiedFromByClass(source.number()) ? copied(table, source, print.rows()) : 0;
            rows.add(present.counted(print.rows(), copied, print));
        }
        return table.counted(rows, nextId(table));
    }

    private long copied(TablePlan table, SourcePlan source, long all) throws SQLException {
        boolean allGo = new Survival(draft, dialect).going(table, source, "s").isEmpty();
        return allGo ? all : game.count(source, "SELECT COUNT(*)" + going(table, source, List.of()));
    }

    /** What no counter of a source had reached yet, after the ids have moved. */
    private long nextId(TablePlan table) {
        long next = 0;
        for (var column : table.columns()) {
            if (column.column().autoIncrement() && !column.remaps().isEmpty()) {
                IdDomain domain = draft.domain(column.remaps().get(0).domain());
                for (SourcePlan source : draft.sources()) {
                    Long counter = game.table(source, table.name())
                            .map(Table::nextAutoIncrement)
                            .orElse(null);
                    if (counter != null && domain.of(source.number()).freshFrom() == 0) {
                        next = Math.max(
                                next, counter + domain.of(source.number()).shift());
                    }
                }
            }
        }
        return next;
    }
}
