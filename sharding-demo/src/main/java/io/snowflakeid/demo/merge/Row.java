package io.snowflakeid.demo.merge;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** One row as the database gave it: the id, then the other columns in the table's order, none of them null. */
record Row(long id, List<Object> values) {

    static Row read(ResultSet rows, GameTable table) throws SQLException {
        Object[] values = new Object[table.columnNames().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = rows.getObject(i + 2);
        }
        return new Row(rows.getLong(1), Arrays.asList(values));
    }

    void bind(PreparedStatement insert) throws SQLException {
        insert.setLong(1, id);
        for (int i = 0; i < values.size(); i++) {
            insert.setObject(i + 2, values.get(i));
        }
    }
}
