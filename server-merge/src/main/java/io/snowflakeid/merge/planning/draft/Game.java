package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.Suggestion;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Failures;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a plan is made from.
 *
 * @param config what the operator asks for
 * @param sources the databases to merge, the main server first
 * @param schemas what they are made of, in the same order
 * @param sessions of the server
 */
public record Game(MergeConfig config, List<SourcePlan> sources, List<Schema> schemas, Sessions sessions) {

    /** A ledger of worker ids: the target continues with one ledger, and would take rows of others for its own. */
    private static final Set<String> LEDGER_TABLES = Set.of("snowflake_namespace", "snowflake_worker");

    private static final TableConfig LEDGER =
            new TableConfig(TableClass.MAIN_ONLY, IdPolicy.STATIC, null, null, List.of());

    /**
     * Reads the definitions of all sources.
     *
     * @throws PlanException if a source does not exist
     */
    public static Game read(MergeConfig config, Sessions sessions) throws SQLException {
        List<SourcePlan> sources = new ArrayList<>();
        List<Schema> schemas = new ArrayList<>();
        for (Map.Entry<String, String> source : config.sources().entrySet()) {
            Schema schema =
                    sessions.with(session -> schema(session, sessions.dialect(), source.getKey(), source.getValue()));
            sources.add(new SourcePlan(sources.size() + 1, source.getKey(), schema.database()));
            schemas.add(schema);
        }
        return new Game(config, sources, schemas, sessions);
    }

    private static Schema schema(Connection session, Dialect dialect, String alias, String database)
            throws SQLException {
        Schema schema;
        try {
            schema = dialect.schema(session, database);
        } catch (IllegalArgumentException e) {
            throw new PlanException("source " + alias + ": " + e.getMessage(), e);
        }
        if (schema.tables().isEmpty()) {
            throw new PlanException("source " + alias + ": database " + database
                    + " does not exist, has no tables, or may not be read by this user: correct sources in merge.yaml");
        }
        requireAllTables(session, dialect, schema.database());
        return schema;
    }

    /** A user who may read some tables of a source does not see the others, and the target would lack them. */
    private static void requireAllTables(Connection session, Dialect dialect, String database) throws SQLException {
        try {
            dialect.tryOut(session, "SELECT 1 FROM " + dialect.table(database, AuditNames.PREFIX + "no_table"));
        } catch (SQLException e) {
            // a user with the right is told that there is no such table
            if (Failures.denied(e)) {
                throw e;
            }
        }
    }

    public Schema main() {
        return schemas.get(0);
    }

    /** The main server's table of that name, which it has. */
    public Table mainTable(String name) {
        Table table = main().tables().get(name);
        if (table == null) {
            throw new IllegalArgumentException("the main server has no table " + name);
        }
        return table;
    }

    /** Which of these the main server lacks, for messages; empty if it has them all. */
    public Optional<String> missing(String name, List<String> columns) {
        Table table = main().tables().get(name);
        if (table == null) {
            return Optional.of("no table " + name + " on the main server"
                    + Suggestion.behind(name, main().tables().keySet()));
        }
        List<String> known = table.columns().stream().map(Column::name).toList();
        return columns.stream()
                .filter(column -> table.find(column).isEmpty())
                .map(column -> "table " + name + " has no column " + column + Suggestion.behind(column, known))
                .reduce((one, other) -> one + "; " + other);
    }

    /** What the operator asks for; a plain name goes before patterns, and these in their order. */
    public TableConfig configOf(String table) {
        TableConfig asked = config.tables().get(keyOf(table));
        if (asked != null) {
            return asked;
        }
        return LEDGER_TABLES.contains(table.toLowerCase(Locale.ROOT)) ? LEDGER : TableConfig.UNION;
    }

    /** Under which name or pattern the operator speaks of a table; its own name where nothing is said. */
    public String keyOf(String table) {
        Set<String> keys = config.tables().keySet();
        return keys.contains(table)
                ? table
                : keys.stream()
                        .filter(key -> NamePattern.of(key).fits(table))
                        .findFirst()
                        .orElse(table);
    }

    /** A source's table of that name, if it has one. */
    public Optional<Table> table(SourcePlan source, String name) {
        return Optional.ofNullable(schemas.get(source.number() - 1).tables().get(name));
    }

    /** Whether a source has a column. */
    public boolean has(SourcePlan source, ColumnName column) {
        return table(source, column.table())
                .flatMap(table -> table.find(column.column()))
                .isPresent();
    }

    public static boolean sameNames(List<String> one, List<String> another) {
        return String.join("\0", one).equalsIgnoreCase(String.join("\0", another));
    }

    /** The number that a query tells. */
    public long count(SourcePlan source, String sql) throws SQLException {
        return numbers(source, sql)[0];
    }

    /** The numbers of a query's one row, 0 for NULL, asked where the source's database is the current one. */
    public long[] numbers(SourcePlan source, String sql) throws SQLException {
        return rows(source, sql).get(0).stream()
                .mapToLong(number -> number == null ? 0 : new BigDecimal(number).longValue())
                .toArray();
    }

    /** The rows of a query as texts, asked where the source's database is the current one. */
    public List<List<@Nullable String>> rows(SourcePlan source, String sql) throws SQLException {
        return sessions.with(session -> {
            sessions.dialect().use(session, source.database());
            return Sql.list(session, sql, row -> {
                List<@Nullable String> texts = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    texts.add(row.getString(i));
                }
                return texts;
            });
        });
    }

    /** The first column of a query, as texts. */
    public List<String> texts(String sql, String... parameters) throws SQLException {
        return sessions.with(session -> Sql.list(session, sql, row -> row.getString(1), (Object[]) parameters));
    }
}
