package io.snowflakeid.merge.checker;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the catalog's words about the target and about the main source: everything but rows. */
final class Structure {

    private static final String OWN = " NOT LIKE 'snowflake\\_merge\\_%'";

    /** Each reads one kind of thing as text; {@code ?} is the database. */
    private static final List<String> QUERIES = List.of(
            "SELECT 'column', table_name, column_name, ordinal_position, column_type, is_nullable, column_default, extra,"
                    + " collation_name, generation_expression, column_comment FROM information_schema.columns"
                    + " WHERE table_schema = ? AND table_name" + OWN,
            "SELECT 'table', table_name, table_type, table_collation, table_comment FROM information_schema.tables"
                    + " WHERE table_schema = ? AND table_name" + OWN,
            "SELECT 'index', s.table_name, s.index_name, s.seq_in_index, s.column_name, s.non_unique, s.sub_part"
                    + " FROM information_schema.statistics s WHERE s.table_schema = ? AND s.table_name" + OWN,
            "SELECT 'foreign key', table_name, constraint_name, ordinal_position, column_name, referenced_table_name,"
                    + " referenced_column_name FROM information_schema.key_column_usage"
                    + " WHERE table_schema = ? AND referenced_table_schema = table_schema",
            "SELECT 'rule', table_name, constraint_name, update_rule, delete_rule"
                    + " FROM information_schema.referential_constraints WHERE constraint_schema = ?",
            "SELECT 'check', constraint_name, check_clause FROM information_schema.check_constraints"
                    + " WHERE constraint_schema = ? AND constraint_name" + OWN,
            "SELECT 'trigger', trigger_name, event_object_table, action_timing, event_manipulation, action_order,"
                    + " action_statement FROM information_schema.triggers WHERE trigger_schema = ?",
            "SELECT 'view', table_name, view_definition FROM information_schema.views WHERE table_schema = ?"
                    + " AND table_name" + OWN,
            "SELECT 'partition', table_name, partition_name, partition_method, partition_expression,"
                    + " partition_description FROM information_schema.partitions"
                    + " WHERE table_schema = ? AND partition_name IS NOT NULL");

    private Structure() {}

    static List<String> problems(Connection connection, String main, String target) throws SQLException {
        Database reader = new Database(connection, target);
        List<String> problems = new ArrayList<>();
        for (String query : QUERIES) {
            Set<String> wanted = lines(reader, query, main);
            Set<String> found = lines(reader, query, target);
            compare(wanted, found, "the target lacks what the main source has: ", problems);
            compare(found, wanted, "the target has what the main source lacks: ", problems);
        }
        String engines = "SELECT table_name, engine FROM information_schema.tables"
                + " WHERE table_schema = ? AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'";
        compare(lines(reader, engines, target), Set.of(), "a table of the target is not InnoDB: ", problems);
        if (!connection.getMetaData().getDatabaseProductVersion().contains("MariaDB")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION information_schema_stats_expiry = 0");
            }
        }
        checkCounters(reader, target, problems);
        return problems;
    }

    private static Set<String> lines(Database reader, String query, String database) throws SQLException {
        Set<String> lines = new TreeSet<>();
        for (List<String> row : reader.texts(query, database)) {
            lines.add(String.join(" | ", row).replace("`" + database + "`.", ""));
        }
        return lines;
    }

    private static void compare(Set<String> lines, Set<String> others, String problem, List<String> problems) {
        lines.stream().filter(line -> !others.contains(line)).forEach(line -> problems.add(problem + line));
    }

    private static void checkCounters(Database reader, String target, List<String> problems) throws SQLException {
        String query =
                "SELECT c.table_name, c.column_name, COALESCE(t.auto_increment, 1) FROM information_schema.columns c"
                        + " JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name"
                        + " WHERE c.table_schema = ? AND c.extra LIKE '%auto_increment%'"
                        + " AND c.table_name NOT LIKE 'snowflake!_merge!_%' ESCAPE '!'";
        for (List<String> counter : reader.texts(query, target)) {
            String table = counter.get(0);
            String greatest = "SELECT COALESCE(MAX(" + reader.quoted(counter.get(1)) + "), 0) FROM "
                    + reader.quoted(target, table);
            String id = reader.texts(greatest).get(0).get(0);
            if (Long.parseLong(counter.get(2)) <= Long.parseLong(id)) {
                problems.add("the counter of " + table + " is " + counter.get(2) + ", its greatest id " + id);
            }
        }
    }
}
