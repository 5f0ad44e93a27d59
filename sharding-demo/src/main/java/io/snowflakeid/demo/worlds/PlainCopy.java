package io.snowflakeid.demo.worlds;

import io.snowflakeid.demo.worlds.WorldsResult.TableResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The plainest merge there is: each row of a server is inserted into the target as it stands. A row whose primary key is taken
 * there is a clash, and is not copied. What really arrived is read from all databases again.
 */
final class PlainCopy {

    private static final int PAGE = 1000;

    private final World world;
    private final List<Connection> sources;
    private final Connection target;

    /** Commits on the target page by page. */
    PlainCopy(World world, List<Connection> sources, Connection target) throws SQLException {
        this.world = world;
        this.sources = sources;
        this.target = target;
        target.setAutoCommit(false);
    }

    /** Copies one table of all servers, and compares every row. */
    TableResult merge(String plainName) throws SQLException {
        String table = world.table(plainName);
        long clashes = 0;
        for (Connection source : sources) {
            clashes += copy(source, table);
        }
        long rows = 0;
        long arrived = 0;
        for (Connection source : sources) {
            Map<Long, List<Object>> page = page(source, table, Long.MIN_VALUE);
            while (!page.isEmpty()) {
                Map<Long, List<Object>> found = sameRange(page, table);
                rows += page.size();
                arrived += page.entrySet().stream()
                        .filter(row -> row.getValue().equals(found.get(row.getKey())))
                        .count();
                page = page(source, table, last(page));
            }
        }
        return new TableResult(
                plainName,
                rows,
                Game.count(target, table),
                clashes,
                rows - arrived,
                Game.follow(target, world, plainName, ""));
    }

    /** Returns how many primary keys were taken; asked beforehand, so that a failure is never mistaken for a clash. */
    private long copy(Connection source, String table) throws SQLException {
        long clashes = 0;
        Map<Long, List<Object>> page = page(source, table, Long.MIN_VALUE);
        while (!page.isEmpty()) {
            Set<Long> taken = new HashSet<>(sameRange(page, table).keySet());
            taken.retainAll(page.keySet());
            clashes += taken.size();
            long last = last(page);
            page.keySet().removeAll(taken);
            insert(table, List.copyOf(page.values()));
            page = page(source, table, last);
        }
        return clashes;
    }

    private void insert(String table, List<List<Object>> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String values = "?" + ", ?".repeat(rows.get(0).size() - 1);
        try (PreparedStatement insert = target.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")")) {
            for (List<Object> row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    insert.setObject(i + 1, row.get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
        target.commit();
    }

    private static long last(Map<Long, List<Object>> page) {
        return page.keySet().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    /** The rows above an id, in the order of ids, so that no table needs to fit into memory. */
    private static Map<Long, List<Object>> page(Connection source, String table, long above) throws SQLException {
        return rows(source, "SELECT * FROM " + table + " WHERE id > ? ORDER BY id LIMIT " + PAGE, above);
    }

    /** The target's rows in the range of a page's ids. A range, since databases read a long list of ids by reading all. */
    private Map<Long, List<Object>> sameRange(Map<Long, List<Object>> page, String table) throws SQLException {
        long first = page.keySet().iterator().next();
        return rows(target, "SELECT * FROM " + table + " WHERE id BETWEEN ? AND ?", first, last(page));
    }

    private static Map<Long, List<Object>> rows(Connection connection, String sql, long... ids) throws SQLException {
        Map<Long, List<Object>> rows = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < ids.length; i++) {
                select.setLong(i + 1, ids[i]);
            }
            try (ResultSet found = select.executeQuery()) {
                int columns = found.getMetaData().getColumnCount();
                while (found.next()) {
                    List<Object> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(found.getObject(i));
                    }
                    rows.put(found.getLong(1), row);
                }
            }
        }
        return rows;
    }
}
