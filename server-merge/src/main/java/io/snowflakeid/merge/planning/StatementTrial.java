package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.UniqueConfig;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Passing;
import io.snowflakeid.merge.sql.ServerWords;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Has the server read what the operator wrote in SQL, in the main server's database, without carrying it out.
 *
 * <p>The target is not there yet, and a user who may only read the sources cannot have all statements read there. What could not be
 * tried is told.
 */
final class StatementTrial extends PlanCheck {

    /** Rights on a database, a table, a column, a routine, everything; and what the server does not read without carrying it out. */
    private static final Set<Integer> CANNOT_BE_TRIED = Set.of(1044, 1142, 1143, 1227, 1370, 1295, 90096);

    /** A table or a database, as MySQL, MariaDB and H2 number it. */
    private static final Set<Integer> NOT_THERE = Set.of(1146, 1049, 42102, 42103, 42104, 90079);

    /** Of the rows that a condition is about. Each statement has another one for them, so a condition must not name any. */
    private static final String ALIAS = "merge_trial";

    /** What is inserted is read with fewer rights than the whole needs. */
    private static final Pattern INSERTED = Pattern.compile(
            "\\s*(?:INSERT|REPLACE)\\s+(?:INTO\\s+)?(?:`(?:[^`]|``)+`|[\\w$]+)\\s*(?:\\([^()]*\\)\\s*)?((?:SELECT|WITH)\\b.*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern CHANGES_WHAT_IS_THERE =
            Pattern.compile("\\bON\\s+DUPLICATE\\s+KEY\\b", Pattern.CASE_INSENSITIVE);

    StatementTrial(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            String key = Tables.keyOf(game.config(), table.name());
            condition(table.name(), table.name(), table.where(), "tables", key, "where");
            for (int i = 0; i < table.recompute().size(); i++) {
                recompute(table, i);
            }
        }
        for (ReferencePlan reference : draft.references()) {
            condition(
                    reference.table(),
                    reference.name(),
                    reference.when(),
                    "references",
                    ConfigLines.item(References.numberOf(game.config(), reference)),
                    "when");
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

    // --------------------------------------------------------------------------------------------------- conditions

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
                    "CONFIG_CONDITION",
                    subject,
                    "the server refuses the condition '" + condition + "' (" + ServerWords.of(refused.get()) + "): "
                            + (aliased ? "columns are named without an alias; " : "") + "correct " + where);
            return;
        }
        // one source's rows are asked for from another one's session
        refusedElsewhere(sql)
                .ifPresent(failure -> findings.error(
                        "CONFIG_CONDITION",
                        subject,
                        "the condition '" + condition + "' names a table or a routine without its database ("
                                + ServerWords.of(failure) + "): write {source}. before it; correct " + where));
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
        return new ServerQuery(game.sessions())
                .column(
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
            if (Passing.is(e)) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    // ---------------------------------------------------------------------------------------------------- recompute

    private void recompute(TablePlan table, int index) throws SQLException {
        String sql = table.recompute().get(index);
        Optional<SQLException> whole = refused(sql);
        Matcher inserted = INSERTED.matcher(sql);
        boolean partly = whole.isPresent()
                && CANNOT_BE_TRIED.contains(whole.get().getErrorCode())
                && inserted.matches()
                && !CHANGES_WHAT_IS_THERE.matcher(sql).find();
        Optional<SQLException> tried = partly ? refused(inserted.group(1)) : whole;
        if (tried.isPresent()) {
            tell(table, index, tried.get());
        }
    }

    private void tell(TablePlan table, int index, SQLException refused) {
        if (CANNOT_BE_TRIED.contains(refused.getErrorCode()) || madeByTheRun(refused, table, index)) {
            untried(table, index, refused);
        } else {
            findings.error(
                    "RECOMPUTE_INVALID",
                    table.name(),
                    "the server refuses statement " + (index + 1) + " of recompute (" + ServerWords.of(refused)
                            + "): correct " + place(table, index));
        }
    }

    /** Tables of the target and of the audit, and those that an earlier statement creates. */
    private boolean madeByTheRun(SQLException refused, TablePlan table, int index) {
        String message = lower(ServerWords.of(refused));
        String target = lower(draft.target());
        return NOT_THERE.contains(refused.getErrorCode())
                && (message.contains(AuditNames.PREFIX)
                        || List.of("'" + target + "'", "'" + target + ".", '"' + target + '"').stream()
                                .anyMatch(message::contains)
                        || table.recompute().subList(0, index).stream()
                                .anyMatch(
                                        earlier -> lower(earlier).stripLeading().startsWith("create")));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private void untried(TablePlan table, int index, SQLException refused) {
        findings.note(
                "RECOMPUTE_UNTRIED",
                table.name(),
                "statement " + (index + 1) + " of recompute cannot be tried before the run (" + ServerWords.of(refused)
                        + "): look at it again, " + place(table, index),
                null,
                List.of());
    }

    private String place(TablePlan table, int index) {
        return game.config()
                .lines()
                .at("tables", Tables.keyOf(game.config(), table.name()), "recompute", ConfigLines.item(index));
    }
}
