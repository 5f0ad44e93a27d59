package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Brings the planned new names into the target, where rows find them. */
final class RenameLoad {

    private static final int BATCH = 1_000;

    private final PlanFile file;
    private final AuditTables audit;

    RenameLoad(PlanFile file, AuditTables audit) {
        this.file = file;
        this.audit = audit;
    }

    void load(Steps steps) throws SQLException, IOException {
        for (UniquePlan rule : file.plan().uniques()) {
            Optional<RenameFile> renames = file.renames(rule);
            if (renames.isPresent()) {
                steps.onceInTransaction("renames " + rule.number(), session -> insert(session, rule, renames.get()));
            }
        }
    }

    private long insert(Connection session, UniquePlan rule, RenameFile renames) throws SQLException {
        Map<String, Integer> numbers = new TreeMap<>();
        file.plan().sources().forEach(source -> numbers.put(source.alias(), source.number()));
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + audit.name(AuditNames.RENAME)
                + " (merge_rule, merge_table, merge_column, merge_source, merge_old_value, merge_new_value)"
                + " VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setInt(1, rule.number());
            insert.setString(2, rule.table());
            insert.setString(3, rule.columns().get(rule.columns().size() - 1));
            long[] rows = {0};
            renames.read(rename -> {
                insert.setInt(4, numbers.getOrDefault(rename.alias(), 0));
                insert.setString(5, rename.before());
                insert.setString(6, rename.after());
                insert.addBatch();
                if (++rows[0] % BATCH == 0) {
                    insert.executeBatch();
                }
            });
            insert.executeBatch();
            return rows[0];
        }
    }
}
