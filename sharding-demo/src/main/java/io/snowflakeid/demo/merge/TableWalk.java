package io.snowflakeid.demo.merge;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads a table page by page in the order of ids, so that no table needs to fit into memory. For one thread. */
final class TableWalk {

    /** Rows in a page. */
    static final int PAGE = 1000;

    private final Connection connection;
    private final World world;
    private final GameTable table;
    private long last = Long.MIN_VALUE;

    TableWalk(Connection connection, World world, GameTable table) {
        this.connection = connection;
        this.world = world;
        this.table = table;
    }

    /** The next rows, empty at the end. */
    List<Row> next() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(table.pageAbove(world, PAGE))) {
            select.setLong(1, last);
            List<Row> page = rows(select);
            if (!page.isEmpty()) {
                last = page.get(page.size() - 1).id();
            }
            return page;
        }
    }

    private List<Row> rows(PreparedStatement select) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                rows.add(Row.read(found, table));
            }
        }
        return rows;
    }

    /** Binds the range of ids that a page spans. */
    static void bindRange(PreparedStatement select, List<Row> page) throws SQLException {
        select.setLong(1, page.get(0).id());
        select.setLong(2, page.get(page.size() - 1).id());
    }
}
