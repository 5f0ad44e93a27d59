package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.merge.GameTables.References;
import io.snowflakeid.demo.merge.MergeResult.CopyResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies the rows of all servers into the target without changes. A row is not copied if its primary key already exists in the target. */
final class PlainCopy {

    private final IdStrategy kind;
    private final List<Database> servers;
    private final Database target;
    private long sourceRows;
    private long clashes;
    private long lost;

    private PlainCopy(IdStrategy kind, List<Database> servers, Database target) {
        this.kind = kind;
        this.servers = servers;
        this.target = target;
    }

    /** Copies all tables, and compares each row of the target with its source. Each table must fit into memory. */
    static CopyResult of(IdStrategy kind, List<Database> servers, Database target) throws SQLException {
        PlainCopy copy = new PlainCopy(kind, servers, target);
        for (String table : GameTables.TABLES) {
            copy.merge(table);
        }
        long merged = GameTables.rows(target, kind, "");
        References found = GameTables.follow(target, kind, "");
        return new CopyResult(
                kind.title(),
                copy.sourceRows,
                merged,
                copy.clashes,
                copy.lost,
                found.followed(),
                found.dangling(),
                found.mislinked());
    }

    private void merge(String table) throws SQLException {
        List<Map<Long, List<Object>>> sources = new ArrayList<>();
        Map<Long, List<Object>> copied = new LinkedHashMap<>();
        for (Database server : servers) {
            Map<Long, List<Object>> rows = rows(server, table);
            sources.add(rows);
            sourceRows += rows.size();
            clashes += rows.keySet().stream().filter(copied::containsKey).count();
            rows.forEach(copied::putIfAbsent);
        }
        insert(table, copied.values());
        Map<Long, List<Object>> arrived = rows(target, table);
        for (Map<Long, List<Object>> rows : sources) {
            lost += rows.entrySet().stream()
                    .filter(row -> !row.getValue().equals(arrived.get(row.getKey())))
                    .count();
        }
    }

    private Map<Long, List<Object>> rows(Database database, String table) throws SQLException {
        Map<Long, List<Object>> rows = new LinkedHashMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM " + kind.table(table))) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(found.getObject(i));
                }
                rows.put(found.getLong(1), row);
            }
        }
        return rows;
    }

    private void insert(String table, Collection<List<Object>> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String values = "?" + ", ?".repeat(rows.iterator().next().size() - 1);
        try (Connection connection = target.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + kind.table(table) + " VALUES (" + values + ")")) {
            connection.setAutoCommit(false);
            for (List<Object> row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    insert.setObject(i + 1, row.get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }
}
