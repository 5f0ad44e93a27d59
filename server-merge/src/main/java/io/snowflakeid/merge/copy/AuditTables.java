package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables in the target database that record the progress and the results of a merge. */
public record AuditTables(Dialect dialect, String target) {

    /** The name of the step after which the target contains all new ids and names. */
    public static final String IDS_STEP = "ids";

    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

    private static final int BATCH = 1_000;

    /**
     * Replaces each name in braces by the qualified name of an audit table. For example, the method replaces the text {@code {step}} in
     * an SQL statement by the qualified name of the table {@code snowflake_merge_step}.
     */
    public String sql(String template) {
        return NAME.matcher(template)
                .replaceAll(name -> Matcher.quoteReplacement(dialect.table(target, AuditNames.PREFIX + name.group(1))));
    }

    /** The hash of the plan, and the UTC end time of the run, which is null if the run is not finished. */
    public record RunNote(String planHash, @Nullable String finishedAt) {}

    /** Returns the recorded state of the merge, or empty if the merge has not started. This method rejects a target that belongs to another plan. */
    public Optional<RunNote> runOf(Connection session, PlanFile file, String advice) throws SQLException {
        if (!CatalogQuery.tables(session, target).contains(AuditNames.RUN)) {
            return Optional.empty();
        }
        Optional<RunNote> run = Sql.one(
                session,
                sql("SELECT plan_hash, CASE state WHEN 'finished' THEN finished_at END FROM {run}"),
                row -> new RunNote(row.getString(1), row.getString(2)));
        if (run.isPresent() && !run.get().planHash().equals(file.hash())) {
            throw new MergeRefusedException("target " + target + " belongs to another plan ("
                    + run.get().planHash().substring(0, 12) + ", this one is "
                    + file.hash().substring(0, 12) + "): " + advice);
        }
        return run;
    }

    public boolean noted(Connection session, String step) throws SQLException {
        return Sql.number(session, sql("SELECT COUNT(*) FROM {step} WHERE name = ?"), step) > 0;
    }

    /** Returns statements that create missing audit tables. */
    public List<String> create() throws IOException {
        try (InputStream tables = Objects.requireNonNull(AuditTables.class.getResourceAsStream("audit.sql"))) {
            String script = new String(tables.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("{exact_text}", dialect.exactTextType(700))
                    .replace("{options}", dialect.auditTableOptions());
            return Stream.of(script.split(";", -1)).map(this::sql).toList();
        }
    }

    String createMap(String table) {
        return """
                CREATE TABLE IF NOT EXISTS %s (merge_source SMALLINT NOT NULL, merge_old_id BIGINT NOT NULL, merge_new_id BIGINT NOT NULL,
                CONSTRAINT %s_key PRIMARY KEY (merge_source, merge_old_id))%s
                """.formatted(dialect.table(target, table), table, dialect.auditTableOptions());
    }

    /** Returns the statements that create the view of old and new ids from the given map tables. */
    List<String> createIds(List<String> maps) {
        String query = """
                CREATE VIEW {ids} AS
                SELECT s.alias AS alias, r.table_name AS table_name, r.column_name AS column_name, r.first_id AS first_old,
                  r.last_id AS last_old, r.first_id + r.shift AS first_new
                FROM {range} r JOIN {source} s ON s.number = r.source WHERE r.map_table IS NULL OR r.mode <> 'MAP'
                """ + Sql.join("", maps, map -> """
                UNION ALL
                SELECT s.alias, r.table_name, r.column_name, m.merge_old_id, m.merge_old_id, m.merge_new_id
                FROM %s m JOIN {source} s ON s.number = m.merge_source
                  JOIN {range} r ON r.source = m.merge_source AND r.map_table = '%s'
                """.formatted(dialect.table(target, map), map));
        return List.of(sql("DROP VIEW IF EXISTS {ids}"), sql(query));
    }

    long writeOrigins(Connection session, MergePlan plan) throws SQLException {
        String ofSource = sql("INSERT INTO {source} (number, alias, database_name) VALUES (?, ?, ?)");
        long rows = Sql.updateAll(session, ofSource, plan.sources(), source ->
                new @Nullable Object[] {source.number(), source.alias(), source.database()});
        String ofRange = sql("""
                INSERT INTO {range} (domain, mode, map_table, table_name, column_name, source, first_id, last_id, shift)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""");
        for (IdDomain domain : plan.domains()) {
            for (ColumnName root : domain.roots()) {
                rows += Sql.updateAll(session, ofRange, domain.sources(), ids -> range(domain, root, ids));
            }
        }
        return rows;
    }

    private static @Nullable Object[] range(IdDomain domain, ColumnName root, SourceIds ids) {
        return new @Nullable Object[] {
            domain.number(),
            domain.mode().name(),
            ids.mapped() ? domain.mapTable() : null,
            root.table(),
            root.column(),
            ids.source(),
            ids.least(),
            ids.greatest(),
            ids.shift()
        };
    }

    void writeRenames(Steps steps, PlanFile file) throws SQLException, IOException {
        for (UniquePlan rule : file.plan().uniques()) {
            Optional<RenameFile> renames = file.renames(rule);
            if (renames.isPresent()) {
                steps.once("renames " + rule.number(), session -> insert(session, file.plan(), rule, renames.get()));
            }
        }
    }

    private long insert(Connection session, MergePlan plan, UniquePlan rule, RenameFile renames) throws SQLException {
        Map<String, Integer> numbers =
                plan.sources().stream().collect(Collectors.toMap(SourcePlan::alias, SourcePlan::number));
        String sql = sql("""
                INSERT INTO {rename} (merge_rule, merge_table, merge_column, merge_source, merge_old_value, merge_new_value)
                VALUES (?, ?, ?, ?, ?, ?)""");
        String column = rule.columns().get(rule.columns().size() - 1);
        Function<Rename, @Nullable Object[]> values = rename -> new @Nullable Object[] {
            rule.number(), rule.table(), column, numbers.get(rename.alias()), rename.before(), rename.after()
        };
        List<Rename> batch = new ArrayList<>();
        long[] rows = {0};
        renames.read(rename -> {
            batch.add(rename);
            if (batch.size() == BATCH) {
                rows[0] += Sql.updateAll(session, sql, batch, values);
                batch.clear();
            }
        });
        return rows[0] + Sql.updateAll(session, sql, batch, values);
    }
}
