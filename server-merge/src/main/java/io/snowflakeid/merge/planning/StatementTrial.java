package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.NamePattern;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.ServerKind;
import io.snowflakeid.merge.sql.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has the server read the conditions of the operator, without carrying them out: about the main server's rows, by an alias that a
 * condition does not know, and where no database is the current one, since a run asks for them from sessions of other sources.
 */
final class StatementTrial extends PlanCheck {

    public StatementTrial(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            String key = game.keyOf(table.name());
            condition(table.name(), table.name(), table.where(), "tables", key, "where");
        }
        for (int i = 0; i < game.config().references().size(); i++) {
            ReferenceConfig line = game.config().references().get(i);
            for (TablePlan table : draft.tables()) {
                if (NamePattern.of(line.table()).fits(table.name())
                        && table.find(line.columns().get(0)).isPresent()) {
                    String subject =
                            new ColumnNames(table.name(), line.columns()) + " -> " + line.to() + " when " + line.when();
                    condition(table.name(), subject, line.when(), "references", ConfigLines.item(i), "when");
                }
            }
        }
        for (int i = 0; i < game.config().unique().size(); i++) {
            List<Follower> followers = game.config().unique().get(i).followedBy();
            for (int j = 0; j < followers.size(); j++) {
                Follower follower = followers.get(j);
                String subject = follower.table() + "." + follower.column();
                String[] place = {"unique", ConfigLines.item(i), "followed-by", ConfigLines.item(j)};
                condition(follower.table(), subject, follower.when(), place);
            }
        }
    }

    private void condition(String table, String subject, @Nullable String condition, String... place)
            throws SQLException {
        if (condition == null || !game.main().tables().containsKey(table)) {
            return;
        }
        String main = game.main().database();
        String sql = "SELECT 1 FROM " + dialect.table(main, table) + " merge_trial WHERE ("
                + condition.replace("{source}", dialect.quote(main)) + ")";
        try {
            tryOut(sql);
        } catch (SQLException e) {
            if (Failures.mayPass(e)) {
                throw e;
            }
            findings.error(
                    FindingCode.CONFIG_CONDITION,
                    subject,
                    "the server refuses the condition '" + condition + "' (" + Failures.words(e)
                            + "): name columns without an alias, and write {source}. before each table and routine; correct "
                            + game.config().lines().at(place));
        }
    }

    /** H2 has no session without a schema, and is asked in its own. */
    private void tryOut(String sql) throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            game.sessions().with(session -> {
                Sql.execute(session, List.of("SET SCHEMA INFORMATION_SCHEMA"));
                dialect.tryOut(session, sql);
                return sql;
            });
            return;
        }
        try (Connection nowhere = game.sessions().server().sessionWithoutDatabase()) {
            dialect.tryOut(nowhere, sql);
        }
    }
}
