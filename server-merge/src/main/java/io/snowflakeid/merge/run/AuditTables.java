package io.snowflakeid.merge.run;

import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.util.List;

/** The definitions of the tables in which a target tells how it was made. */
final class AuditTables {

    private final Dialect dialect;
    private final String target;

    AuditTables(Dialect dialect, String target) {
        this.dialect = dialect;
        this.target = target;
    }

    /** One of them, with the target's name, in quotes. */
    String name(String table) {
        return dialect.table(target, table);
    }

    /** Creates all that are not there; by the first of them a target is known as ours, whenever the run is killed. */
    List<String> create() {
        String names = dialect.exactTextType(700);
        return List.of(
                create(
                        AuditNames.RUN,
                        "(number INT NOT NULL, plan_hash VARCHAR(64) NOT NULL, program VARCHAR(40) NOT NULL,"
                                + " state VARCHAR(16) NOT NULL, calls INT NOT NULL, started_at TIMESTAMP(3) NOT NULL,"
                                + " finished_at TIMESTAMP(3) NULL," + key(AuditNames.RUN, "number") + ")"),
                create(
                        AuditNames.SOURCE,
                        "(number SMALLINT NOT NULL, alias VARCHAR(190) NOT NULL, database_name VARCHAR(64) NOT NULL,"
                                + key(AuditNames.SOURCE, "number") + ")"),
                create(
                        AuditNames.RANGE,
                        "(domain INT NOT NULL, table_name VARCHAR(64) NOT NULL, column_name VARCHAR(64) NOT NULL,"
                                + " source SMALLINT NOT NULL, mode VARCHAR(16) NOT NULL, first_id BIGINT NOT NULL,"
                                + " last_id BIGINT NOT NULL, shift BIGINT NOT NULL, map_table VARCHAR(64) NULL,"
                                + key(AuditNames.RANGE, "table_name, column_name, source") + ")"),
                create(
                        AuditNames.RENAME,
                        "(merge_rule INT NOT NULL, merge_table VARCHAR(64) NOT NULL, merge_column VARCHAR(64) NOT NULL,"
                                + " merge_source SMALLINT NOT NULL, merge_old_value " + names
                                + " NOT NULL, merge_new_value " + names + " NOT NULL,"
                                + key(AuditNames.RENAME, "merge_rule, merge_source, merge_old_value") + ")"),
                create(
                        AuditNames.STEP,
                        "(name VARCHAR(190) NOT NULL, done_rows BIGINT NOT NULL, millis BIGINT NOT NULL,"
                                + " done_at TIMESTAMP(3) NOT NULL," + key(AuditNames.STEP, "name") + ")"),
                create(
                        AuditNames.SPAN,
                        "(span INT NOT NULL, kind VARCHAR(8) NOT NULL, table_name VARCHAR(64) NOT NULL,"
                                + " source SMALLINT NOT NULL, after_key MEDIUMTEXT NULL, end_key MEDIUMTEXT NULL,"
                                + " last_key MEDIUMTEXT NULL, planned_rows BIGINT NOT NULL,"
                                + " done_rows BIGINT NOT NULL, chunks INT NOT NULL, millis BIGINT NOT NULL,"
                                + " done SMALLINT NOT NULL," + key(AuditNames.SPAN, "span") + ")"),
                create(
                        AuditNames.CHECK,
                        "(table_name VARCHAR(64) NOT NULL, source SMALLINT NOT NULL, expected_rows BIGINT NULL,"
                                + " expected_hash VARCHAR(20) NULL, found_rows BIGINT NULL, found_hash VARCHAR(20) NULL,"
                                + " fine SMALLINT NOT NULL, millis BIGINT NOT NULL, checked_at TIMESTAMP(3) NOT NULL,"
                                + key(AuditNames.CHECK, "table_name, source") + ")"),
                create(
                        AuditNames.FAULT,
                        "(number INT NOT NULL, fault VARCHAR(4000) NOT NULL," + key(AuditNames.FAULT, "number") + ")"));
    }

    private String create(String table, String definition) {
        return "CREATE TABLE IF NOT EXISTS " + name(table) + " " + definition + dialect.auditTableOptions();
    }

    /** Under a name of its own: one that H2 makes up may be that of a game's constraint. */
    private String key(String table, String columns) {
        return " CONSTRAINT " + dialect.quote(table + "_key") + " PRIMARY KEY (" + columns + ")";
    }

    /** Creates the table of old and new ids of a domain. */
    String createMap(String table) {
        return "CREATE TABLE IF NOT EXISTS " + name(table)
                + " (merge_source SMALLINT NOT NULL, merge_old_id BIGINT NOT NULL, merge_new_id BIGINT NOT NULL,"
                + key(table, "merge_source, merge_old_id") + ")" + dialect.auditTableOptions();
    }
}
