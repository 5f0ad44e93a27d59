package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.UniqueConfig;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Has the server read the conditions of the operator, in the main server's database, without carrying them out. */
final class StatementTrial extends PlanCheck {

    /** Of the rows that a condition is about. Each statement has another one for them, so a condition must not name any. */
    private static final String ALIAS = "merge_trial";

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
                    condition(
                            table.name(),
                            new ColumnNames(table.name(), line.columns()) + " -> " + line.to() + " when " + line.when(),
                            line.when(),
                            "references",
                            ConfigLines.item(i),
                            "when");
                }
            }
        }
        for (int i = 0; i < game.config().unique().size(); i++) {
            UniqueConfig unique = game.config().unique().get(i);
            for (int j = 0; j < unique.followedBy().size(); j++) {
                Follower follower = unique.followedBy().get(j);
                condition(
                        follower.table(),
                        follower.table() + "." + follower.column(),
                        follower.when(),
                        "unique",
                        ConfigLines.item(i),
                        "followed-by",
                        ConfigLines.item(j));
            }
        }
    }

    private void condition(String table, String subject, @Nullable String condition, String... place)
            throws SQLException {
        if (condition == null || !game.main().tables().containsKey(table)) {
            return;
        }
        String sql = select(table, ALIAS, condition);
        String where = game.config().lines().at(place);
        Optional<SQLException> refused = refused(sql);
        if (refused.isPresent()) {
            boolean aliased = refused(select(table, "s", condition)).isEmpty()
                    || refused(select(table, dialect.quote(table), condition)).isEmpty();
            findings.error(
                    FindingCode.CONFIG_CONDITION,
                    subject,
                    "the server refuses the condition '" + condition + "' (" + Failures.words(refused.get()) + "): "
                            + (aliased ? "columns are named without an alias; " : "") + "correct " + where);
            return;
        }
        // one source's rows are asked for from another one's session
        refusedElsewhere(sql)
                .ifPresent(failure -> findings.error(
                        FindingCode.CONFIG_CONDITION,
                        subject,
                        "the condition '" + condition + "' names a table or a routine without its database ("
                                + Failures.words(failure) + "): write {source}. before it; correct " + where));
    }

    private String select(String table, String alias, String condition) {
        String main = game.main().database();
        return "SELECT 1 FROM " + dialect.table(main, table) + " " + alias + " WHERE ("
                + condition.replace("{source}", dialect.quote(main)) + ")";
    }

    /** Where no name of a table means one of the main server's; H2 has no session without a schema, and is asked in its own. */
    private Optional<SQLException> refusedElsewhere(String sql) throws SQLException {
        return game.sessions().with(session -> {
            if (ServerKind.of(draft) == ServerKind.H2) {
                dialect.use(session, schemaWithoutGames());
                return refused(session, sql);
            }
            try (Connection nowhere = game.sessions().server().sessionWithoutDatabase()) {
                return refused(nowhere, sql);
            }
        });
    }

    /** As the server spells it. */
    private String schemaWithoutGames() throws SQLException {
        return game.texts(
                        "SELECT schema_name FROM information_schema.schemata WHERE LOWER(schema_name) = ?",
                        "information_schema")
                .get(0);
    }

    private Optional<SQLException> refused(String sql) throws SQLException {
        return game.sessions().with(session -> {
            dialect.use(session, game.main().database());
            return refused(session, sql);
        });
    }

    private Optional<SQLException> refused(Connection session, String sql) throws SQLException {
        try {
            dialect.tryOut(session, sql);
            return Optional.empty();
        } catch (SQLException e) {
            if (Failures.mayPass(e)) {
                throw e;
            }
            return Optional.of(e);
        }
    }
}
