package io.snowflakeid.mybatis;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.ibatis.plugin.PluginException;

/** The ids among the keys that a driver returns: some return the id alone, some all columns of the row. */
final class ReturnedKeys {

    private final InsertStatement insert;
    private final Refusal refusal;
    private final String property;

    ReturnedKeys(InsertStatement insert, Refusal refusal, String property) {
        this.insert = insert;
        this.refusal = refusal;
        this.property = property;
    }

    /**
     * In the order of the rows.
     *
     * @throws PluginException if it is not plain which column is the id, or the driver fails
     */
    List<String> of(Statement executed) {
        List<String> ids = new ArrayList<>();
        try (ResultSet keys = executed.getGeneratedKeys()) {
            int column = columnIn(keys.getMetaData());
            while (keys.next()) {
                String id = keys.getString(column);
                if (id != null) {
                    ids.add(id);
                }
            }
        } catch (SQLException e) {
            throw refusal.causedBy(e, "the id of its row could not be read back", "see the cause");
        }
        return ids;
    }

    private int columnIn(ResultSetMetaData keys) throws SQLException {
        int columns = keys.getColumnCount();
        if (columns == 1 || insert.keyColumns().size() == 1) {
            return 1;
        }
        List<String> names = new ArrayList<>();
        List<Integer> likeProperty = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            names.add(keys.getColumnName(i));
            if (plain(keys.getColumnName(i)).equals(plain(property))) {
                likeProperty.add(i);
            }
        }
        if (likeProperty.size() == 1) {
            return likeProperty.get(0);
        }
        throw refusal.because(
                "the database returns columns " + names + ", and which is '" + property + "' is not plain",
                "set keyColumn to the name of its column");
    }

    /** As the column {@code hero_id} and the property {@code heroId} have it in common. */
    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
