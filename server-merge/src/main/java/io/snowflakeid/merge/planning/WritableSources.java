package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.UniqueConfig;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether SQL of the operator that is able to write meets a user who may write to the sources.
 *
 * <p>Able to write are statements of {@code recompute}, and conditions that call a stored function: other conditions are expressions.
 * What the user may do is read in SHOW GRANTS, with each role that statements could switch on, and tried by EXPLAIN for each table.
 */
final class WritableSources extends PlanCheck {

    private static final Pattern CALL =
            Pattern.compile("(?:`((?:[^`]|``)+)`|([\\w$]+))\\s*\\(", Pattern.UNICODE_CHARACTER_CLASS);

    /** Rights that change a source's rows or tables. */
    private static final Set<String> WRITES =
            Set.of("INSERT", "UPDATE", "DELETE", "DELETE HISTORY", "CREATE", "DROP", "ALTER", "INDEX");

    WritableSources(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        List<String> able = ableToWrite();
        if (able.isEmpty()) {
            return;
        }
        if (ServerKind.of(draft) == ServerKind.H2) {
            findings.note(
                    "SOURCES_NOT_GUARDED",
                    draft.target(),
                    "H2 has no lock that keeps this SQL from writing to the sources: make sure that it does not",
                    (long) able.size(),
                    able);
            return;
        }
        for (Map.Entry<String, Set<String>> writable : writable().entrySet()) {
            report(writable.getKey(), writable.getValue(), able);
        }
    }

    private void report(String source, Set<String> rights, List<String> able) throws SQLException {
        String user =
                new ServerQuery(game.sessions()).column("SELECT CURRENT_USER()").get(0);
        findings.error(
                "SOURCES_WRITABLE",
                source,
                "merge.yaml holds SQL that is able to write (" + String.join(", ", shortened(able)) + "), and user "
                        + user
                        + " may write to this source: " + String.join(", ", rights)
                        + ". Merge with a user that may only read the sources, with SELECT, SHOW VIEW, TRIGGER, EVENT and"
                        + " LOCK TABLES; or accept this with a reason: run and verify lock the tables of all sources, so"
                        + " that such a statement fails, but what it creates beside them (tables, views, events, routines)"
                        + " is only noticed afterwards",
                (long) rights.size(),
                List.copyOf(rights));
    }

    private static List<String> shortened(List<String> able) {
        return able.size() <= SAMPLES
                ? able
                : List.of(String.join(", ", able.subList(0, SAMPLES)), "and " + (able.size() - SAMPLES) + " more");
    }

    // ------------------------------------------------------------------------------------------------- SQL that writes

    private List<String> ableToWrite() throws SQLException {
        Map<String, String> conditions = conditions();
        Set<String> functions = conditions.isEmpty() ? Set.of() : functions();
        List<String> able = new ArrayList<>();
        for (TablePlan table : draft.tables()) {
            if (!table.recompute().isEmpty()) {
                able.add("recompute of " + table.name());
            }
        }
        conditions.forEach((place, condition) -> {
            String called = called(condition, functions);
            if (called != null) {
                able.add(place + ", which calls " + called);
            }
        });
        return able;
    }

    private Map<String, String> conditions() {
        Map<String, String> conditions = new TreeMap<>();
        for (TablePlan table : draft.tables()) {
            if (table.where() != null) {
                conditions.put("where of " + table.name(), table.where());
            }
        }
        for (ReferencePlan reference : draft.references()) {
            if (reference.when() != null) {
                conditions.put("when of " + reference.name(), reference.when());
            }
        }
        for (UniqueConfig unique : game.config().unique()) {
            for (Follower follower : unique.followedBy()) {
                if (follower.when() != null) {
                    conditions.put("when of " + follower.table() + "." + follower.column(), follower.when());
                }
            }
        }
        return conditions;
    }

    /** That the user may call, in lower case; those of the server itself write nothing. */
    private Set<String> functions() throws SQLException {
        String sql = ServerKind.of(draft) == ServerKind.H2
                ? "SELECT routine_name FROM information_schema.routines"
                : "SELECT DISTINCT routine_name FROM information_schema.routines WHERE routine_type = 'FUNCTION'"
                        + " AND routine_schema NOT IN ('sys', 'mysql')";
        Set<String> functions = new HashSet<>();
        new ServerQuery(game.sessions()).column(sql).forEach(name -> functions.add(name.toLowerCase(Locale.ROOT)));
        return functions;
    }

    private static @Nullable String called(String condition, Set<String> functions) {
        Matcher call = CALL.matcher(condition);
        while (call.find()) {
            String name = call.group(1) == null ? call.group(2) : call.group(1).replace("``", "`");
            if (functions.contains(name.toLowerCase(Locale.ROOT))) {
                return name;
            }
        }
        return null;
    }

    // ---------------------------------------------------------------------------------------------- rights of the user

    /** By aliases of sources: which rights, or what EXPLAIN was allowed to look at. */
    private Map<String, Set<String>> writable() throws SQLException {
        Map<String, Set<String>> writable = new TreeMap<>();
        try (Connection session = game.sessions().server().ownSession()) {
            for (String role : roleSettings(session)) {
                try (Statement statement = session.createStatement()) {
                    statement.execute(role);
                }
                Grants grants = grants(session);
                for (SourcePlan source : draft.sources()) {
                    Set<String> rights = new TreeSet<>(grants.among(WRITES, source.database()));
                    if (rights.isEmpty()) {
                        rights.addAll(explained(session, source));
                    }
                    if (!rights.isEmpty()) {
                        writable.computeIfAbsent(source.alias(), alias -> new TreeSet<>())
                                .addAll(rights);
                    }
                }
            }
        }
        return writable;
    }

    /** Statements could do the same. MariaDB switches on one role at a time. */
    private List<String> roleSettings(Connection session) throws SQLException {
        if (ServerKind.of(draft) == ServerKind.MYSQL) {
            return List.of("SET ROLE ALL");
        }
        List<String> settings = new ArrayList<>(List.of("SET ROLE NONE"));
        for (String role : column(session, "SELECT DISTINCT role_name FROM information_schema.applicable_roles")) {
            settings.add("SET ROLE " + dialect.quote(role));
        }
        return settings;
    }

    private Grants grants(Connection session) throws SQLException {
        return new Grants(
                column(session, "SHOW GRANTS"),
                ServerSettings.read(new ServerQuery(game.sessions())).on("partial_revokes"));
    }

    private static List<String> column(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    /** The first table that the server would let be written to, for what the lines of SHOW GRANTS do not tell. */
    private Set<String> explained(Connection session, SourcePlan source) throws SQLException {
        for (Table table : game.schemas().get(source.number() - 1).tables().values()) {
            String name = dialect.table(source.database(), table.name());
            Map<String, String> writes = new TreeMap<>(Map.of("DELETE", "DELETE FROM " + name));
            table.columns().stream()
                    .filter(column -> column.generated() == null)
                    .findFirst()
                    .map(Column::name)
                    .map(dialect::quote)
                    .ifPresent(column -> {
                        writes.put("UPDATE", "UPDATE " + name + " SET " + column + " = " + column);
                        writes.put(
                                "INSERT",
                                "INSERT INTO " + name + " (" + column + ") SELECT " + column + " FROM " + name);
                    });
            for (Map.Entry<String, String> write : writes.entrySet()) {
                if (allowed(session, write.getValue())) {
                    return Set.of(write.getKey() + " on " + table.name());
                }
            }
        }
        return Set.of();
    }

    private static boolean allowed(Connection session, String write) {
        try (Statement statement = session.createStatement()) {
            return statement.execute("EXPLAIN " + write);
        } catch (SQLException e) {
            return false; // whatever the reason, it is not let
        }
    }
}
