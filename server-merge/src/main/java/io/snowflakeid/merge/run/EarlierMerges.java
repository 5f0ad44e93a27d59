package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets the target answer for what was merged into its sources before: where m1 was made of s1 and s2, they are {@code m1/s1} and
 * {@code m1/s2} here.
 *
 * <p>Their numbers follow those of the sources. Ranges, ids and names are put together of the former merge's and this one's, so that
 * nothing has to be asked twice, and m1 may be dropped.
 */
final class EarlierMerges {

    private final MergePlan plan;
    private final Sessions sessions;
    private final AuditTables audit;
    private final Steps steps;
    private final Dialect dialect;

    EarlierMerges(MergePlan plan, Sessions sessions, AuditTables audit, Steps steps) {
        this.plan = plan;
        this.sessions = sessions;
        this.audit = audit;
        this.steps = steps;
        dialect = sessions.dialect();
    }

    /** Puts it all together; returns the tables of old and new ids that were made for it. */
    Set<String> compose() throws SQLException {
        List<EarlierPart> parts = sessions.with(this::parts);
        if (parts.isEmpty()) {
            return Set.of();
        }
        List<EarlierMove> moved = sessions.with(session -> moved(session, parts));
        Set<String> maps = new HashSet<>();
        for (EarlierMove each : moved) {
            String map = each.map();
            if (map != null && maps.add(map)) {
                sessions.with(session -> Steps.execute(session, audit.createMap(map)));
            }
        }
        steps.onceInTransaction("earlier merges", session -> note(session, parts, moved));
        EarlierIdMaps idMaps = new EarlierIdMaps(plan, sessions, audit, steps);
        Set<String> filled = new HashSet<>();
        for (EarlierMove each : moved) {
            if (each.map() != null && filled.add(each.part().number() + " " + each.map())) {
                idMaps.fill(each);
            }
        }
        EarlierNames names = new EarlierNames(plan, dialect, audit, parts, moved);
        for (EarlierPart part : parts) {
            steps.onceInTransaction("earlier names " + part.number(), session -> names.write(session, part));
        }
        return maps;
    }
    // ------------------------------------------------------------------------------------------------------- sources

    private List<EarlierPart> parts(Connection session) throws SQLException {
        List<EarlierPart> parts = new ArrayList<>();
        RowReader reader = new RowReader(session, dialect);
        for (SourcePlan source : plan.sources()) {
            if (source.merged() && reader.tableThere(source.database(), AuditNames.SOURCE)) {
                Map<Integer, Integer> numbers = new HashMap<>();
                try (Statement statement = session.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT number, alias, database_name, parent FROM "
                                + dialect.table(source.database(), AuditNames.SOURCE) + " ORDER BY number")) {
                    while (rows.next()) {
                        int number = plan.sources().size() + parts.size() + 1;
                        numbers.put(rows.getInt(1), number);
                        // what it was merged into has a lower number, and comes before
                        int parent = numbers.getOrDefault(rows.getInt(4), source.number());
                        parts.add(new EarlierPart(
                                number,
                                source.alias() + "/" + rows.getString(2),
                                rows.getString(3),
                                source,
                                rows.getInt(1),
                                parent));
                    }
                }
            }
        }
        return parts;
    }

    private List<EarlierMove> moved(Connection session, List<EarlierPart> parts) throws SQLException {
        List<EarlierMove> moved = new ArrayList<>();
        for (EarlierPart part : parts) {
            try (Statement statement = session.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT table_name, column_name, domain, mode, first_id, last_id, shift, map_table FROM "
                                    + part.table(dialect, AuditNames.RANGE) + " WHERE source = " + part.former()
                                    + " ORDER BY table_name, column_name")) {
                while (rows.next()) {
                    ColumnName column = new ColumnName(rows.getString(1), rows.getString(2));
                    moved.add(new EarlierMove(
                            part,
                            column,
                            rows.getInt(3),
                            IdMode.valueOf(rows.getString(4)),
                            rows.getLong(5),
                            rows.getLong(6),
                            rows.getLong(7),
                            rows.getString(8),
                            domainOf(column)));
                }
            }
        }
        return moved;
    }

    /** The ids that a column holds now, or null if it holds none any more. */
    private @Nullable IdDomain domainOf(ColumnName name) {
        return plan.tables().stream()
                .filter(table -> table.name().equals(name.table()))
                .flatMap(table -> table.columns().stream())
                .filter(column -> column.name().equals(name.column()))
                .flatMap(column -> column.remaps().stream())
                .filter(remap -> remap.when() == null)
                .map(Remap::domain)
                .map(plan::domain)
                .findFirst()
                .orElse(null);
    }

    private long note(Connection session, List<EarlierPart> parts, List<EarlierMove> moved) throws SQLException {
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + audit.name(AuditNames.SOURCE)
                + " (number, alias, database_name, parent) VALUES (?, ?, ?, ?)")) {
            for (EarlierPart part : parts) {
                insert.setInt(1, part.number());
                insert.setString(2, part.alias());
                insert.setString(3, part.database());
                insert.setInt(4, part.parent());
                insert.addBatch();
            }
            insert.executeBatch();
        }
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + audit.name(AuditNames.RANGE)
                + " (domain, table_name, column_name, source, mode, first_id, last_id, shift, map_table)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (EarlierMove each : moved) {
                insert.setInt(1, each.domain() == null ? 0 : each.domain().number());
                insert.setString(2, each.column().table());
                insert.setString(3, each.column().column());
                insert.setInt(4, each.part().number());
                insert.setString(5, each.mode().name());
                insert.setLong(6, each.first());
                insert.setLong(7, each.last());
                insert.setLong(8, each.formerShift() + each.shift());
                insert.setString(9, each.map());
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return parts.size() + (long) moved.size();
    }
}
