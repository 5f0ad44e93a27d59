package io.snowflakeid.merge.report;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord.Check;
import io.snowflakeid.merge.report.RunRecord.Copy;
import io.snowflakeid.merge.report.RunRecord.Step;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Server;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads in the target how it was made. */
public final class TargetAudit {

    private final Connection session;
    private final Server server;
    private final String target;

    private TargetAudit(Server server, Connection session, String target) {
        this.server = server;
        this.session = session;
        this.target = target;
    }

    /**
     * Reads what the target of a plan tells.
     *
     * @throws MergeRefusedException if the target is another plan's
     */
    public static RunRecord read(PlanFile file, @Nullable String password) throws SQLException {
        MergePlan plan = file.plan();
        try (Server server = Server.connectReadOnly(
                        plan.server().url(), plan.server().user(), password, 1, plan.plannedAt());
                Connection session = server.session()) {
            TargetAudit audit = new TargetAudit(server, session, plan.target());
            return audit.begun() ? audit.read(file) : RunRecord.NOT_BEGUN;
        }
    }

    private boolean begun() throws SQLException {
        try (PreparedStatement select = session.prepareStatement(
                "SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?")) {
            select.setString(1, target);
            select.setString(2, AuditNames.RUN);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    private RunRecord read(PlanFile file) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet run = statement.executeQuery(
                        "SELECT plan_hash, state, program, started_at, finished_at FROM " + table(AuditNames.RUN))) {
            if (!run.next()) {
                return RunRecord.NOT_BEGUN;
            }
            if (!file.hash().equals(run.getString(1))) {
                throw new MergeRefusedException("target " + target + " belongs to another plan, of hash "
                        + run.getString(1) + ", not " + file.hash() + ": name the plan that was run");
            }
            return new RunRecord(
                    run.getString(2),
                    run.getString(3),
                    run.getString(4),
                    run.getString(5),
                    steps(),
                    copies(),
                    checks(),
                    all("SELECT fault FROM " + table(AuditNames.FAULT) + " ORDER BY number", row -> row.getString(1)));
        }
    }

    private String table(String name) {
        return server.dialect().table(target, name);
    }

    /** Makes something of a row. */
    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> all(String sql, Reader<T> reader) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reader.read(rows));
            }
            return all;
        }
    }

    private List<Step> steps() throws SQLException {
        return all(
                "SELECT name, done_rows, millis FROM " + table(AuditNames.STEP) + " ORDER BY done_at, name",
                row -> new Step(row.getString(1), row.getLong(2), row.getLong(3)));
    }

    private List<Copy> copies() throws SQLException {
        return all(
                "SELECT table_name, source, SUM(done_rows), SUM(chunks), SUM(millis) FROM " + table(AuditNames.SPAN)
                        + " WHERE kind <> 'MAP' GROUP BY table_name, source ORDER BY table_name, source",
                row -> new Copy(row.getString(1), row.getInt(2), row.getLong(3), row.getLong(4), row.getLong(5)));
    }

    private List<Check> checks() throws SQLException {
        return all(
                "SELECT table_name, source, expected_rows, found_rows, expected_hash, found_hash, fine, millis, checked_at FROM "
                        + table(AuditNames.CHECK) + " ORDER BY table_name, source",
                row -> new Check(
                        row.getString(1),
                        row.getInt(2),
                        row.getLong(3),
                        known(row.getLong(4)),
                        row.getString(5),
                        known(row.getString(6)),
                        row.getBoolean(7),
                        row.getLong(8),
                        row.getString(9)));
    }

    private static @Nullable Long known(long rows) {
        return rows < 0 ? null : rows;
    }

    private static @Nullable String known(@Nullable String hash) {
        return hash == null || hash.isEmpty() ? null : hash;
    }
}
