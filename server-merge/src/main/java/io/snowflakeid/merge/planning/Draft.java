package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.config.Suggestion;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.result.PlanException;
import io.snowflakeid.merge.rows.RowRetention;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Failures;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An unfinished plan, with the definitions of the sources and the operator's settings. */
final class Draft {

    /** The maximum number of examples in a finding. */
    static final int SAMPLES = 5;

    /** The tables of a worker ledger. The merge copies only the main server's ledger. */
    private static final Set<String> LEDGER_TABLES = Set.of("snowflake_namespace", "snowflake_worker");

    private static final TableConfig LEDGER =
            new TableConfig(TableClass.MAIN_ONLY, IdPolicy.STATIC, null, null, List.of());

    final MergeConfig config;
    final Sessions sessions;
    final Dialect dialect;
    final Findings findings;

    final List<Schema> schemas = new ArrayList<>();

    /** The unfinished plan, to which each step of the planner adds its results. */
    final MergePlan plan;

    /** The rules for new ids in each column. */
    final Map<ColumnName, List<Remap>> remaps = new HashMap<>();

    /** The rules for new names in each column. */
    final Map<ColumnName, List<Follow>> follows = new LinkedHashMap<>();

    /** Reads the definitions of all sources, or throws a {@link PlanException} if a source does not exist or has no tables. */
    Draft(MergeConfig config, Sessions sessions, String now) throws SQLException {
        this.config = config;
        this.sessions = sessions;
        dialect = sessions.dialect();
        findings = new Findings(config.accept());
        List<SourcePlan> sources = new ArrayList<>();
        for (Map.Entry<String, String> source : config.sources().entrySet()) {
            Schema schema = sessions.with(session -> schema(session, dialect, source.getKey(), source.getValue()));
            sources.add(new SourcePlan(sources.size() + 1, source.getKey(), schema.database()));
            schemas.add(schema);
        }
        plan = empty(now, sources);
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

    /** Rejects a user with rights on single tables only, because the catalog hides all other tables from the user. */
    private static void requireAllTables(Connection session, Dialect dialect, String database) throws SQLException {
        try {
            dialect.tryOut(session, "SELECT 1 FROM " + dialect.table(database, AuditNames.PREFIX + "no_table"));
        } catch (SQLException e) {
            // if the user has rights on the whole database, the server reports that the table does not exist
            if (Failures.denied(e)) {
                throw e;
            }
        }
    }

    private MergePlan empty(String now, List<SourcePlan> sources) throws SQLException {
        List<String> charset = charset();
        return new MergePlan(
                MergePlan.VERSION,
                now,
                sessions.server().product(),
                config.server(),
                config.target(),
                charset.get(0),
                charset.get(1),
                config.fingerprint(),
                config.execution(),
                sources,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                config.triggers() == StoredObjects.AFTER_LOAD ? main().triggers() : List.of(),
                config.views() == StoredObjects.AFTER_LOAD ? main().views() : List.of(),
                new ArrayList<>());
    }

    /** Returns the default character set and collation of the main server's database, or two empty texts on H2. */
    private List<String> charset() throws SQLException {
        String sql = "SELECT default_character_set_name, default_collation_name FROM information_schema.schemata"
                + " WHERE schema_name = ?";
        Sql.Reader<List<String>> reader = row -> List.of(row.getString(1), row.getString(2));
        return isH2()
                ? List.of("", "")
                : sessions.with(session -> Sql.one(session, sql, reader, main().database()))
                        .orElseThrow();
    }

    Schema main() {
        return schemas.get(0);
    }

    /** Returns an existing table of the main server by its name. */
    Table mainTable(String name) {
        return Objects.requireNonNull(main().tables().get(name), () -> "the main server has no table " + name);
    }

    /** Returns an existing column of the main server by its name. */
    Column column(ColumnName name) {
        return mainTable(name.table()).column(name.column());
    }

    /** Returns the stored columns from which the target computes a column. The expression of a computed column has all names in quotes. */
    Stream<ColumnName> bases(ColumnName computed) {
        String expression = String.valueOf(column(computed).generated()).toLowerCase(Locale.ROOT);
        return mainTable(computed.table()).columns().stream()
                .filter(column ->
                        expression.contains(dialect.quote(column.name()).toLowerCase(Locale.ROOT)))
                .map(column -> new ColumnName(computed.table(), column.name()))
                .flatMap(base -> column(base).generated() == null ? Stream.of(base) : bases(base));
    }

    /** Returns a description of the missing table or columns on the main server, or empty if nothing is missing. */
    Optional<String> missing(String name, List<String> columns) {
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

    static List<String> spelled(Table table, List<String> columns) {
        return columns.stream().map(column -> table.column(column).name()).toList();
    }

    static boolean sameNames(List<String> one, List<String> another) {
        return String.join("\0", one).equalsIgnoreCase(String.join("\0", another));
    }

    /** Returns the columns of the table's ordering key, or an empty list if no ordering key exists or a key column is computed. */
    static List<String> keyOf(Table table) {
        return table.orderingKey()
                .map(Key::columns)
                .filter(columns ->
                        columns.stream().allMatch(column -> table.column(column).generated() == null))
                .orElse(List.of());
    }

    /** Returns a source's table with a given name, or empty if the source does not have the table. */
    Optional<Table> table(SourcePlan source, String name) {
        return Optional.ofNullable(schemas.get(source.number() - 1).tables().get(name));
    }

    /** Returns the tables with the given name on all sources. */
    Stream<Table> everywhere(String name) {
        return plan.sources().stream().flatMap(source -> table(source, name).stream());
    }

    /** Returns the domains of the ids that a column contains. */
    Stream<IdDomain> domains(ColumnName column) {
        return plan.table(column.table()).find(column.column()).stream()
                .flatMap(each -> each.remaps().stream())
                .map(remap -> plan.domain(remap.domain()));
    }

    /** Returns true if a name matches a pattern, in which {@code *} means any characters. */
    static boolean fits(String pattern, String name) {
        String regex = Sql.join(".*", List.of(pattern.split("\\*", -1)), Pattern::quote);
        return Pattern.compile(regex, Pattern.DOTALL).matcher(name).matches();
    }

    /** Returns the settings of a table in {@code merge.yaml}, or the default settings. */
    TableConfig configOf(String table) {
        TableConfig asked = config.tables().get(settingOf(table));
        if (asked != null) {
            return asked;
        }
        return LEDGER_TABLES.contains(table.toLowerCase(Locale.ROOT)) ? LEDGER : TableConfig.UNION;
    }

    /** Returns the key of a table's settings in {@code merge.yaml}, which is the table's name or a matching pattern. */
    String settingOf(String table) {
        Set<String> names = config.tables().keySet();
        return names.contains(table)
                ? table
                : names.stream().filter(name -> fits(name, table)).findFirst().orElse(table);
    }

    /** Reports a condition if the server rejects a trial query with the condition. */
    void tryOut(String table, @Nullable String condition, String subject, String... place) throws SQLException {
        if (condition == null) {
            return;
        }
        String database = main().database();
        String sql = "SELECT 1 FROM " + dialect.table(database, table) + " merge_trial WHERE ("
                + condition.replace("{source}", dialect.quote(database)) + ")";
        try {
            tryOut(sql);
        } catch (SQLException e) {
            if (Failures.mayPass(e)) {
                throw e;
            }
            String what =
                    "the server refuses the condition '%s' (%s), in which columns have no alias, and {source}. stands before"
                            + " each table and routine";
            wrong(subject, what.formatted(condition, Failures.words(e)), place);
        }
    }

    private void tryOut(String sql) throws SQLException {
        try (Connection nowhere = sessions.server().sessionWithoutDatabase()) {
            // an H2 session always has a current schema
            Sql.execute(nowhere, isH2() ? List.of("SET SCHEMA INFORMATION_SCHEMA") : List.of());
            dialect.tryOut(nowhere, sql);
        }
    }

    /** Reports a wrong setting with its position in merge.yaml. */
    void wrong(String subject, String what, String... place) {
        findings.add(FindingCode.CONFIG, subject, what + " (" + config.lines().at(place) + ")");
    }

    boolean isH2() {
        return sessions.server().product().startsWith("H2");
    }

    RowRetention retention() {
        return new RowRetention(plan, dialect);
    }

    /** Returns {@code FROM} and {@code WHERE} clauses for a source's rows that fulfil all conditions. The source table's SQL alias is {@code s}. */
    String rows(TablePlan table, SourcePlan source, Collection<String> conditions) {
        return " FROM " + RowSelect.rowsOf(dialect, table, source, "s")
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
    }

    /** Returns {@code FROM} and {@code WHERE} clauses for a source's copied rows that fulfil all conditions. */
    String going(TablePlan table, SourcePlan source, Collection<String> conditions) {
        List<String> all = new ArrayList<>(conditions);
        all.addAll(retention().going(table, source));
        return rows(table, source, all);
    }

    /** Counts rows of a source, and reads some rows as examples. */
    Found find(SourcePlan source, TablePlan table, Collection<String> columns, String from) throws SQLException {
        long count = count(source, from);
        if (count == 0) {
            return Found.of(0);
        }
        List<String> names =
                Stream.concat(columns.stream(), table.key().stream()).distinct().toList();
        String select =
                "SELECT " + Sql.join(", ", names, name -> "s." + dialect.quote(name)) + from + " LIMIT " + SAMPLES;
        List<String> samples = ask(source, select).stream()
                .map(row -> Sql.join(", ", names, name -> name + " = " + row.get(names.indexOf(name))))
                .toList();
        return new Found(count, samples);
    }

    /** Returns the number of rows that the given {@code FROM} and {@code WHERE} clauses select. */
    long count(SourcePlan source, String from) throws SQLException {
        return numbers(source, "SELECT COUNT(*)" + from)[0];
    }

    /** Returns the numbers in the only row of a query, with 0 for NULL. */
    long[] numbers(SourcePlan source, String sql) throws SQLException {
        return ask(source, sql).get(0).stream()
                .mapToLong(number -> number == null ? 0 : new BigDecimal(number).longValue())
                .toArray();
    }

    /** Executes a query with the source's database as the current database, and returns the rows with all values as texts. */
    List<List<@Nullable String>> ask(SourcePlan source, String sql) throws SQLException {
        return sessions.with(session -> {
            dialect.use(session, source.database());
            return Sql.list(session, sql, row -> {
                List<@Nullable String> texts = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    texts.add(row.getString(i));
                }
                return texts;
            });
        });
    }

    /** Returns the texts in the first column of a query's result. */
    List<String> texts(String sql, String... parameters) throws SQLException {
        return sessions.with(session -> Sql.list(session, sql, row -> row.getString(1), (Object[]) parameters));
    }
}
