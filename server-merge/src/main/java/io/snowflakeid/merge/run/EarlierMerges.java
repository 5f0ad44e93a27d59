package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.SourceTable;
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
import java.util.Optional;
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

    /** Renames of columns that are not renamed this time are kept under rules that no plan has. */
    private static final int FORMER_RULES = 1_000;

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

    /**
     * A source of an earlier merge.
     *
     * @param number here
     * @param alias here
     * @param database which it was then
     * @param source what it is a part of
     * @param former its number there
     * @param parent the number here of what it was merged into
     */
    private record Part(int number, String alias, String database, SourcePlan source, int former, int parent) {}

    /** What the earlier merge did to the ids of a column of a part, and what this one does. */
    private record Moved(
            Part part,
            ColumnName column,
            int formerDomain,
            IdMode formerMode,
            long first,
            long last,
            long formerShift,
            @Nullable String formerMap,
            @Nullable IdDomain domain) {

        long shift() {
            return domain == null ? 0 : domain.of(part.source().number()).shift();
        }

        boolean mappedNow() {
            return domain != null && domain.of(part.source().number()).mapped();
        }

        /** Whether each id that exists has a fresh one. */
        boolean allMapped() {
            return formerAllMapped() || allMappedNow();
        }

        boolean formerAllMapped() {
            return formerMap != null && formerMode == IdMode.MAP;
        }

        boolean allMappedNow() {
            if (domain == null) {
                return false;
            }
            SourceIds ids = domain.of(part.source().number());
            return domain.mode() == IdMode.MAP && ids.mapped() && ids.freshFrom() != 0;
        }

        @Nullable
        String map() {
            return formerMap == null && !mappedNow()
                    ? null
                    : AuditNames.PREFIX + "map_" + (domain == null ? 0 : domain.number()) + "_" + formerDomain;
        }

        IdMode mode() {
            if (map() != null) {
                return allMapped() ? IdMode.MAP : IdMode.MAP_CLASHES;
            }
            return formerShift + shift() == 0 ? IdMode.KEEP : IdMode.OFFSET;
        }
    }

    /** Puts it all together; returns the tables of old and new ids that were made for it. */
    Set<String> compose() throws SQLException {
        List<Part> parts = sessions.with(this::parts);
        if (parts.isEmpty()) {
            return Set.of();
        }
        List<Moved> moved = sessions.with(session -> moved(session, parts));
        Set<String> maps = new HashSet<>();
        for (Moved each : moved) {
            String map = each.map();
            if (map != null && maps.add(map)) {
                sessions.with(session -> execute(session, audit.createMap(map)));
            }
        }
        steps.onceInTransaction("earlier merges", session -> note(session, parts, moved));
        Set<String> filled = new HashSet<>();
        for (Moved each : moved) {
            if (each.map() != null && filled.add(each.part().number() + " " + each.map())) {
                fillMap(each);
            }
        }
        for (Part part : parts) {
            steps.onceInTransaction("earlier names " + part.number(), session -> renames(session, part, parts, moved));
        }
        return maps;
    }

    private static long execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            return statement.executeLargeUpdate(sql);
        }
    }

    private String former(Part part, String table) {
        return dialect.table(part.source().database(), table);
    }

    // ------------------------------------------------------------------------------------------------------- sources

    private List<Part> parts(Connection session) throws SQLException {
        List<Part> parts = new ArrayList<>();
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
                        parts.add(new Part(
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

    private List<Moved> moved(Connection session, List<Part> parts) throws SQLException {
        List<Moved> moved = new ArrayList<>();
        for (Part part : parts) {
            try (Statement statement = session.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT table_name, column_name, domain, mode, first_id, last_id, shift, map_table FROM "
                                    + former(part, AuditNames.RANGE) + " WHERE source = " + part.former()
                                    + " ORDER BY table_name, column_name")) {
                while (rows.next()) {
                    ColumnName column = new ColumnName(rows.getString(1), rows.getString(2));
                    moved.add(new Moved(
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

    private long note(Connection session, List<Part> parts, List<Moved> moved) throws SQLException {
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + audit.name(AuditNames.SOURCE)
                + " (number, alias, database_name, parent) VALUES (?, ?, ?, ?)")) {
            for (Part part : parts) {
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
            for (Moved each : moved) {
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

    // ---------------------------------------------------------------------------------------------------------- maps

    /** First the ids that the earlier merge replaced, then those that it left or moved and that this one replaces. */
    private void fillMap(Moved moved) throws SQLException {
        Part part = moved.part();
        IdDomain domain = moved.domain();
        String now = domain != null && moved.mappedNow() ? dialect.table(plan.target(), domain.mapTable()) : null;
        String then = moved.formerMap() == null ? null : former(part, moved.formerMap());
        if (then != null) {
            String stayed = "t.merge_new_id + " + moved.shift();
            String value = now == null
                    ? stayed
                    : moved.allMappedNow() ? "n.merge_new_id" : "COALESCE(n.merge_new_id, " + stayed + ")";
            String join = now == null
                    ? ""
                    : (moved.allMappedNow() ? " JOIN " : " LEFT JOIN ") + now + " n ON n.merge_source = "
                            + part.source().number() + " AND n.merge_old_id = t.merge_new_id";
            copy(
                    moved,
                    "replaced",
                    new Rows(
                            then + " t",
                            "t.merge_source = " + part.former(),
                            "t.merge_old_id",
                            "t.merge_old_id, " + value,
                            join));
        }
        if (now != null && !moved.formerAllMapped()) {
            String old = "t.merge_old_id - " + moved.formerShift();
            String known = then == null
                    ? ""
                    : " AND NOT EXISTS (SELECT 1 FROM " + then + " f WHERE f.merge_source = " + part.former()
                            + " AND f.merge_old_id = " + old + ")";
            copy(
                    moved,
                    "stayed",
                    new Rows(
                            now + " t",
                            "t.merge_source = " + part.source().number() + " AND t.merge_old_id BETWEEN "
                                    + (moved.first() + moved.formerShift()) + " AND "
                                    + (moved.last() + moved.formerShift()) + known,
                            "t.merge_old_id",
                            old + ", t.merge_new_id",
                            ""));
        }
    }

    /** Rows of one table with what is joined to them, in the order of an id. */
    private record Rows(String from, String where, String id, String values, String join) {}

    /** In chunks, each in one transaction with its note. */
    private void copy(Moved moved, String which, Rows rows) throws SQLException {
        String name = "earlier ids " + moved.part().number() + " " + moved.map() + " " + which + " after ";
        @Nullable Long after = null;
        do {
            String begin = after == null ? "" : " AND " + rows.id() + " > " + after;
            Optional<Long> end = sessions.with(session -> chunkEnd(session, rows, begin));
            String upTo = end.map(last -> " AND " + rows.id() + " <= " + last).orElse("");
            steps.onceInTransaction(
                    name + after,
                    session -> execute(
                            session,
                            "INSERT INTO " + audit.name(String.valueOf(moved.map()))
                                    + " (merge_source, merge_old_id, merge_new_id) SELECT "
                                    + moved.part().number() + ", " + rows.values() + " FROM " + rows.from()
                                    + rows.join() + " WHERE " + rows.where() + begin + upTo));
            after = end.orElse(null);
        } while (after != null);
    }

    private Optional<Long> chunkEnd(Connection session, Rows rows, String begin) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + rows.id() + " FROM " + rows.from() + " WHERE "
                        + rows.where() + begin + " ORDER BY " + rows.id() + " LIMIT 1 OFFSET "
                        + (plan.execution().chunkRows() - 1))) {
            return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
        }
    }

    // --------------------------------------------------------------------------------------------------------- names

    private long renames(Connection session, Part part, List<Part> parts, List<Moved> moved) throws SQLException {
        long rows = 0;
        for (FormerRule rule : formerRules(session, part)) {
            UniquePlan now = ruleOf(rule.table(), rule.column());
            int number = now == null ? FORMER_RULES + rule.number() : now.number();
            rows += execute(
                    session,
                    insertNames(number, rule.table(), rule.column(), part)
                            + "t.merge_old_value, COALESCE(n.merge_new_value, t.merge_new_value) FROM "
                            + former(part, AuditNames.RENAME) + " t LEFT JOIN " + audit.name(AuditNames.RENAME)
                            + " n ON n.merge_rule = " + number + " AND n.merge_source = "
                            + part.source().number()
                            + " AND n.merge_old_value = t.merge_new_value WHERE t.merge_rule = "
                            + rule.number() + " AND t.merge_source = " + part.former());
        }
        for (UniquePlan rule : plan.uniques()) {
            if (rule.renames() > 0) {
                rows += newNames(session, rule, part, parts, moved);
            }
        }
        return rows;
    }

    private record FormerRule(int number, String table, String column) {}

    private List<FormerRule> formerRules(Connection session, Part part) throws SQLException {
        List<FormerRule> rules = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT merge_rule, merge_table, merge_column FROM "
                        + former(part, AuditNames.RENAME) + " WHERE merge_source = " + part.former())) {
            while (rows.next()) {
                rules.add(new FormerRule(rows.getInt(1), rows.getString(2), rows.getString(3)));
            }
        }
        return rules;
    }

    private @Nullable UniquePlan ruleOf(String table, String column) {
        return plan.uniques().stream()
                .filter(rule -> rule.maxLength() > 0
                        && rule.table().equals(table)
                        && rule.columns().equals(List.of(column)))
                .findFirst()
                .orElse(null);
    }

    private String insertNames(int rule, String table, String column, Part part) {
        return "INSERT INTO " + audit.name(AuditNames.RENAME)
                + " (merge_rule, merge_table, merge_column, merge_source, merge_old_value, merge_new_value) SELECT "
                + rule
                + ", " + dialect.literal(table) + ", " + dialect.literal(column) + ", " + part.number() + ", ";
    }

    /** Names that this merge changes first: whose they were is known by the id of the row, unless ids of several parts lie mixed. */
    private long newNames(Connection session, UniquePlan rule, Part part, List<Part> parts, List<Moved> moved)
            throws SQLException {
        TablePlan table = plan.table(rule.table());
        if (table.key().size() != 1) {
            return 0;
        }
        ColumnName id = new ColumnName(table.name(), table.key().get(0));
        Moved own = movedOf(moved, part, id);
        if (own == null) {
            return 0;
        }
        String column = rule.columns().get(0);
        String named = "r." + dialect.quote(column);
        String row = "r." + dialect.quote(id.column());
        String query = insertNames(rule.number(), table.name(), column, part)
                + "n.merge_old_value, n.merge_new_value FROM %s WHERE n.merge_rule = " + rule.number()
                + " AND n.merge_source = " + part.source().number() + " AND NOT EXISTS (SELECT 1 FROM "
                + former(part, AuditNames.RENAME) + " t WHERE t.merge_table = " + dialect.literal(table.name())
                + " AND t.merge_column = " + dialect.literal(column) + " AND t.merge_new_value = n.merge_old_value)";
        String rows = SourceTable.rows(dialect, table, part.source(), "r");
        String names = audit.name(AuditNames.RENAME) + " n";
        long written = 0;
        if (!own.formerAllMapped() && alone(own, parts, moved)) {
            String same = named + " = "
                    + dialect.comparedAs(
                            "n.merge_old_value", table.column(column).column()) + " AND " + dialect.exactText(named)
                    + " = n.merge_old_value";
            written += execute(
                    session,
                    query.replace("%s", names + " JOIN " + rows + " ON " + same) + " AND " + row + " BETWEEN "
                            + (own.first() + own.formerShift()) + " AND " + (own.last() + own.formerShift()));
        }
        if (own.formerMap() != null) {
            written += execute(
                    session,
                    query.replace(
                                    "%s",
                                    former(part, own.formerMap()) + " m JOIN " + rows + " ON " + row
                                            + " = m.merge_new_id JOIN " + names + " ON n.merge_old_value = "
                                            + dialect.exactText(named))
                            + " AND m.merge_source = " + part.former());
        }
        return written;
    }

    private static @Nullable Moved movedOf(List<Moved> moved, Part part, ColumnName column) {
        return moved.stream()
                .filter(each -> each.part().equals(part) && each.column().equals(column))
                .findFirst()
                .orElse(null);
    }

    /** Whether no other part of the same source, besides those that it is made of itself, has ids in the same range. */
    private static boolean alone(Moved own, List<Part> parts, List<Moved> moved) {
        for (Part other : parts) {
            Moved theirs = movedOf(moved, other, own.column());
            if (theirs != null
                    && other.source().equals(own.part().source())
                    && other.parent() == own.part().parent()
                    && other.number() != own.part().number()
                    && !theirs.formerAllMapped()
                    && own.first() + own.formerShift() <= theirs.last() + theirs.formerShift()
                    && theirs.first() + theirs.formerShift() <= own.last() + own.formerShift()) {
                return false;
            }
        }
        return true;
    }
}
