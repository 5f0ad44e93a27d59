package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Table;
import java.sql.SQLException;
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
        for (TablePlan table : draft.tables()) {
            for (SourcePlan source : draft.sources()) {
                Optional<String> engine = game.table(source, table.name()).map(Table::engine);
                if (table.copiedFrom(source.number()) && engine.isPresent() && !transactional.contains(engine.get())) {
                    report(source.alias() + "." + table.name(), engine.get());
                }
            }
        }
    }

    private void report(String subject, String engine) {
        String danger = engine.equalsIgnoreCase("MEMORY")
                ? "a restart of the server empties it, and a run after that is refused"
                : "rows that are written while it is read are seen in part";
        findings.warning(
                "ENGINE",
                subject,
                "the engine is " + engine + ", which knows no transactions: " + danger
                        + "; let nothing write to it until the merge is verified. The target's is InnoDB");
    }
}
