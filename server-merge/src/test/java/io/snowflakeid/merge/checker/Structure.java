package io.snowflakeid.merge.checker;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares what the servers' catalog tells of the target and of the main source: everything but rows. */
final class Structure {

    private static final String OWN = " NOT LIKE 'snowflake\\_merge\\_%'";

    /** Each tells one kind of thing as text; {@code ?} is the database. */
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

    private final Connection connection;
    private final String main;
    private final String target;

    Structure(Connection connection, String main, String target) {
        this.connection = connection;
        this.main = main;
        this.target = target;
    }

    List<String> problems() throws SQLException {
        List<String> problems = new ArrayList<>();
        for (String query : QUERIES) {
            Set<String> wanted = lines(query, main);
            Set<String> found = lines(query, target);
            for (String line : wanted) {
                if (!found.contains(line)) {
                    problems.add("the target lacks what the main source has: " + line);
                }
            }
            for (String line : found) {
                if (!wanted.contains(line)) {
                    problems.add("the target has what the main source lacks: " + line);
                }
            }
        }
        checkEngines(problems);
        checkCounters(problems);
        return problems;
    }

    private Set<String> lines(String query, String database) throws SQLException {
        Set<String> lines = new TreeSet<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, database);
            try (ResultSet found = statement.executeQuery()) {
                int width = found.getMetaData().getColumnCount();
                while (found.next()) {
                    StringBuilder line = new StringBuilder();
                    for (int i = 1; i <= width; i++) {
                        line.append(i == 1 ? "" : " | ").append(found.getString(i));
                    }
                    lines.add(line.toString().replace("`" + database + "`.", ""));
                }
            }
        }
        return lines;
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private void checkEngines(List<String> problems) throws SQLException {
        String query = "SELECT table_name, engine FROM information_schema.tables"
                + " WHERE table_schema = ? AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'";
        for (String line : lines(query, target)) {
            problems.add("a table of the target is not InnoDB: " + line);
        }
    }

    private void checkCounters(List<String> problems) throws SQLException {
        String query = "SELECT c.table_name, c.column_name, t.auto_increment FROM information_schema.columns c"
                + " JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name"
                + " WHERE c.table_schema = ? AND c.extra LIKE '%auto_increment%'";
        try (Statement statement = connection.createStatement()) {
            if (!connection.getMetaData().getDatabaseProductVersion().contains("MariaDB")) {
                statement.execute("SET SESSION information_schema_stats_expiry = 0");
            }
            for (String line : lines(query, target)) {
                String[] parts = line.split(" \\| ", -1);
                String greatest = "SELECT COALESCE(MAX(" + quoted(parts[1]) + "), 0) FROM " + quoted(target) + "."
                        + quoted(parts[0]);
                try (ResultSet found = statement.executeQuery(greatest)) {
                    found.next();
                    long next = parts[2].equals("null") ? 1 : Long.parseLong(parts[2]);
                    if (next <= found.getLong(1)) {
                        problems.add(
                                "the counter of " + parts[0] + " is " + next + ", its greatest id " + found.getLong(1));
                    }
                }
            }
        }
    }
}
