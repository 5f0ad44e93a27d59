package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Table;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tables whose engine knows no transactions: what is read of them is not of one moment. */
final class EngineCheck extends PlanCheck {

    EngineCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        Set<String> transactional = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        transactional.addAll(new ServerQuery(game.sessions())
                .column("SELECT engine FROM information_schema.engines WHERE transactions = 'YES'"));
        for (SourcePlan source : draft.sources()) {
            List<String> tables = new ArrayList<>();
            boolean inMemory = false;
            for (TablePlan table : draft.tables()) {
                Optional<String> engine = game.table(source, table.name()).map(Table::engine);
                if (table.copiedFrom(source.number()) && engine.isPresent() && !transactional.contains(engine.get())) {
                    tables.add(table.name() + " (" + engine.get() + ")");
                    inMemory |= engine.get().equalsIgnoreCase("MEMORY");
                }
            }
            if (!tables.isEmpty()) {
                report(source, tables, inMemory);
            }
        }
    }

    private void report(SourcePlan source, List<String> tables, boolean inMemory) {
        findings.warning(
                "ENGINE",
                source.alias(),
                (tables.size() == 1 ? "1 table has an engine" : tables.size() + " tables have engines")
                        + " without transactions: rows that are written while they are read are seen in part; let"
                        + " nothing write to them until the merge is verified"
                        + (inMemory ? "; a restart of the server empties MEMORY, and a run after that is refused" : "")
                        + ". The target's are InnoDB",
                (long) tables.size(),
                tables);
    }
}
