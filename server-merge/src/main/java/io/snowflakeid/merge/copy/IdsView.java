package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.util.List;

/** The view in which an operator looks up new ids with one SELECT. */
public final class IdsView {

    /** The step after which the target tells all new ids and names. */
    public static final String STEP = "ids";

    private final Dialect dialect;
    private final AuditTables audit;

    IdsView(Dialect dialect, AuditTables audit) {
        this.dialect = dialect;
        this.audit = audit;
    }

    /** Makes it anew, over these tables of old and new ids. */
    List<String> create(List<String> maps) {
        String view = audit.name(AuditNames.IDS);
        StringBuilder query = new StringBuilder("SELECT s.alias AS alias, r.table_name AS table_name,"
                + " r.column_name AS column_name, r.first_id AS first_old, r.last_id AS last_old,"
                + " r.first_id + r.shift AS first_new FROM " + audit.name(AuditNames.RANGE) + " r JOIN "
                + audit.name(AuditNames.SOURCE) + " s ON s.number = r.source WHERE r.map_table IS NULL OR r.mode <> "
                + dialect.literal(IdMode.MAP.name()));
        for (String map : maps) {
            query.append(" UNION ALL SELECT s.alias, r.table_name, r.column_name, m.merge_old_id, m.merge_old_id,"
                            + " m.merge_new_id FROM ")
                    .append(audit.name(map))
                    .append(" m JOIN ")
                    .append(audit.name(AuditNames.SOURCE))
                    .append(" s ON s.number = m.merge_source JOIN ")
                    .append(audit.name(AuditNames.RANGE))
                    .append(" r ON r.source = m.merge_source AND r.map_table = ")
                    .append(dialect.literal(map));
        }
        return List.of("DROP VIEW IF EXISTS " + view, "CREATE VIEW " + view + " AS " + query);
    }
}
