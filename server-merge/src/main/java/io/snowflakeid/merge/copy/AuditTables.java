package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Databases;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables in which a target tells how it was made. */
public record AuditTables(Dialect dialect, String target) {

    /** The step after which the target tells all new ids and names. */
    public static final String IDS_STEP = "ids";

    private static final int BATCH = 1_000;

    /** One of them, with the target's name, in quotes. */
    public String name(String table) {
        return dialect.table(target, table);
    }

    /** What is told of the run: whose plan, whether and when (in UTC) it was finished, and how often it was called. */
    public record RunNote(
            String planHash, boolean finished, @Nullable String finishedAt, int calls) {}

    /** What is told of the run of this very plan, or empty before its first call; refuses a target of another plan. */
    public Optional<RunNote> runOf(Connection session, PlanFile file, String advice) throws SQLException {
        Optional<RunNote> run =
                Databases.tables(session, target).contains(AuditNames.RUN) ? run(session, "") : Optional.empty();
        if (run.isPresent() && !run.get().planHash().equals(file.hash())) {
            throw new MergeRefusedException("target " + target + " belongs to another plan ("
                    + run.get().planHash().substring(0, 12) + ", this one is "
                    + file.hash().substring(0, 12) + "): " + advice);
        }
        return run;
    }

    /**
     * Empty before the first call.
     *
     * @param lock what ends the query, so that nobody else changes the note until the transaction has ended; or empty
     */
    Optional<RunNote> run(Connection session, String lock) throws SQLException {
        return Sql.one(
                session,
                "SELECT plan_hash, state, finished_at, calls FROM " + name(AuditNames.RUN) + lock,
                row -> new RunNote(
                        row.getString(1), row.getString(2).equals("finished"), row.getString(3), row.getInt(4)));
    }

    /** Whether a step is done. */
    public boolean noted(Connection session, String step) throws SQLException {
        return Sql.number(session, "SELECT COUNT(*) FROM " + name(AuditNames.STEP) + " WHERE name = ?", step) > 0;
    }

    boolean note(Connection session, String step, long rows, long start) throws SQLException {
        long millis = (System.nanoTime() - start) / 1_000_000;
        String insert =
                "INSERT INTO " + name(AuditNames.STEP) + " (name, done_rows, millis, done_at) VALUES (?, ?, ?, ?)";
        return Sql.update(session, insert, step, rows, millis, Timestamp.from(Instant.now())) > 0;
    }

    /** Creates all that are not there; by the first of them a target is known as ours, whenever the run is killed. */
    public List<String> create() {
        return List.of(
                create(AuditNames.RUN, "number", """
                        number INT NOT NULL, plan_hash VARCHAR(64) NOT NULL, program VARCHAR(40) NOT NULL,
                        state VARCHAR(16) NOT NULL, calls INT NOT NULL, started_at TIMESTAMP(3) NOT NULL,
                        finished_at TIMESTAMP(3) NULL"""),
                create(AuditNames.SOURCE, "number", """
                        number SMALLINT NOT NULL, alias VARCHAR(190) NOT NULL, database_name VARCHAR(64) NOT NULL"""),
                create(AuditNames.RANGE, "table_name, column_name, source", """
                        domain INT NOT NULL, table_name VARCHAR(64) NOT NULL, column_name VARCHAR(64) NOT NULL,
                        source SMALLINT NOT NULL, mode VARCHAR(16) NOT NULL, first_id BIGINT NOT NULL,
                        last_id BIGINT NOT NULL, shift BIGINT NOT NULL, map_table VARCHAR(64) NULL"""),
                create(AuditNames.RENAME, "merge_rule, merge_source, merge_old_value", """
                        merge_rule INT NOT NULL, merge_table VARCHAR(64) NOT NULL, merge_column VARCHAR(64) NOT NULL,
                        merge_source SMALLINT NOT NULL, merge_old_value %1$s NOT NULL, merge_new_value %1$s NOT NULL""".formatted(
                                dialect.exactTextType(700))),
                create(AuditNames.STEP, "name", """
                        name VARCHAR(190) NOT NULL, done_rows BIGINT NOT NULL, millis BIGINT NOT NULL,
                        done_at TIMESTAMP(3) NOT NULL"""),
                create(AuditNames.SPAN, "span", """
                        span INT NOT NULL, kind VARCHAR(8) NOT NULL, table_name VARCHAR(64) NOT NULL,
                        source SMALLINT NOT NULL, after_key MEDIUMTEXT NULL, end_key MEDIUMTEXT NULL,
                        last_key MEDIUMTEXT NULL, planned_rows BIGINT NOT NULL, done_rows BIGINT NOT NULL,
                        chunks INT NOT NULL, millis BIGINT NOT NULL, done SMALLINT NOT NULL"""),
                create(AuditNames.CHECK, "table_name, source", """
                        table_name VARCHAR(64) NOT NULL, source SMALLINT NOT NULL, expected_rows BIGINT NULL,
                        expected_hash VARCHAR(20) NULL, found_rows BIGINT NULL, found_hash VARCHAR(20) NULL,
                        fine SMALLINT NOT NULL, millis BIGINT NOT NULL, checked_at TIMESTAMP(3) NOT NULL"""),
                create(AuditNames.FAULT, "number", "number INT NOT NULL, fault VARCHAR(4000) NOT NULL"));
    }

    /** The key has a name of its own: one that H2 makes up may be that of a game's constraint. */
    private String create(String table, String key, String columns) {
        return "CREATE TABLE IF NOT EXISTS " + name(table) + " (" + columns + ", CONSTRAINT "
                + dialect.quote(table + "_key") + " PRIMARY KEY (" + key + "))" + dialect.auditTableOptions();
    }

    /** Creates the table of old and new ids of a domain. */
    String createMap(String table) {
        return create(
                table,
                "merge_source, merge_old_id",
                "merge_source SMALLINT NOT NULL, merge_old_id BIGINT NOT NULL, merge_new_id BIGINT NOT NULL");
    }

    /** Makes the view anew in which an operator looks up new ids with one SELECT, over these tables of old and new ids. */
    List<String> createIds(List<String> maps) {
        String view = name(AuditNames.IDS);
        String source = name(AuditNames.SOURCE);
        String range = name(AuditNames.RANGE);
        StringBuilder query = new StringBuilder("SELECT s.alias AS alias, r.table_name AS table_name,"
                + " r.column_name AS column_name, r.first_id AS first_old, r.last_id AS last_old,"
                + " r.first_id + r.shift AS first_new FROM " + range + " r JOIN " + source
                + " s ON s.number = r.source WHERE r.map_table IS NULL OR r.mode <> "
                + dialect.literal(IdMode.MAP.name()));
        for (String map : maps) {
            query.append(" UNION ALL SELECT s.alias, r.table_name, r.column_name, m.merge_old_id, m.merge_old_id,"
                    + " m.merge_new_id FROM " + name(map) + " m JOIN " + source
                    + " s ON s.number = m.merge_source JOIN " + range
                    + " r ON r.source = m.merge_source AND r.map_table = " + dialect.literal(map));
        }
        return List.of("DROP VIEW IF EXISTS " + view, "CREATE VIEW " + view + " AS " + query);
    }

    // --------------------------------------------------------------------------------------------------------- write

    /** Where rows come from, and what is added to their ids. */
    void writeOrigins(Steps steps, MergePlan plan) throws SQLException {
        steps.onceInTransaction("origins", session -> writeSources(session, plan) + writeRanges(session, plan));
    }

    private long writeSources(Connection session, MergePlan plan) throws SQLException {
        String insert = "INSERT INTO " + name(AuditNames.SOURCE) + " (number, alias, database_name) VALUES (?, ?, ?)";
        for (SourcePlan source : plan.sources()) {
            Sql.update(session, insert, source.number(), source.alias(), source.database());
        }
        return plan.sources().size();
    }

    private long writeRanges(Connection session, MergePlan plan) throws SQLException {
        String insert = "INSERT INTO " + name(AuditNames.RANGE) + " (domain, mode, map_table, table_name,"
                + " column_name, source, first_id, last_id, shift) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        long rows = 0;
        for (IdDomain domain : plan.domains()) {
            for (ColumnName root : domain.roots()) {
                for (SourceIds ids : domain.sources()) {
                    String map = ids.mapped() ? domain.mapTable() : null;
                    rows += Sql.update(
                            session,
                            insert,
                            domain.number(),
                            domain.mode().name(),
                            map,
                            root.table(),
                            root.column(),
                            ids.source(),
                            ids.least(),
                            ids.greatest(),
                            ids.shift());
                }
            }
        }
        return rows;
    }

    /** The planned new names, where rows find them. */
    void writeRenames(Steps steps, PlanFile file) throws SQLException, IOException {
        for (UniquePlan rule : file.plan().uniques()) {
            Optional<RenameFile> renames = file.renames(rule);
            if (renames.isPresent()) {
                steps.onceInTransaction(
                        "renames " + rule.number(), session -> insert(session, file.plan(), rule, renames.get()));
            }
        }
    }

    private long insert(Connection session, MergePlan plan, UniquePlan rule, RenameFile renames) throws SQLException {
        Map<String, Integer> numbers =
                plan.sources().stream().collect(Collectors.toMap(SourcePlan::alias, SourcePlan::number));
        String sql = "INSERT INTO " + name(AuditNames.RENAME) + " (merge_rule, merge_table, merge_column,"
                + " merge_source, merge_old_value, merge_new_value) VALUES (?, ?, ?, ?, ?, ?)";
        String column = rule.columns().get(rule.columns().size() - 1);
        List<@Nullable Object[]> batch = new ArrayList<>();
        long[] rows = {0};
        renames.read(rename -> {
            int number = rule.number();
            int source = numbers.getOrDefault(rename.alias(), 0);
            batch.add(new @Nullable Object[] {number, rule.table(), column, source, rename.before(), rename.after()});
            if (batch.size() == BATCH) {
                rows[0] += Sql.updateAll(session, sql, batch);
                batch.clear();
            }
        });
        return rows[0] + Sql.updateAll(session, sql, batch);
    }
}
