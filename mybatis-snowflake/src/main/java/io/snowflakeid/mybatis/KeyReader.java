package io.snowflakeid.mybatis;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.apache.ibatis.executor.BatchExecutor;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.PluginException;

/**
 * MyBatis's own key generator, for upserts that read ids back, less what it would read wrongly: of a batch, whose rows do not all return
 * keys; and the first column of a driver that returns all, if another is the id, or may be.
 */
final class KeyReader extends Jdbc3KeyGenerator {

    @Override
    public void processAfter(Executor executor, MappedStatement statement, Statement executed, Object parameter) {
        if (!(executor instanceof BatchExecutor)) {
            requireIdFirst(statement, executed);
            super.processAfter(executor, statement, executed, parameter);
        }
    }

    @SuppressWarnings("MustBeClosed") // read and closed by MyBatis
    private static void requireIdFirst(MappedStatement statement, Statement executed) {
        String path = statement.getKeyProperties()[0].trim();
        String property = path.substring(path.lastIndexOf('.') + 1);
        try {
            ResultSetMetaData columns = executed.getGeneratedKeys().getMetaData();
            if (columns.getColumnCount() > 1
                    && statement.getKeyColumns() == null
                    && !isFirstAlone(columns, plain(property))) {
                throw new PluginException("no id for statement " + statement.getId() + ": the database returns "
                        + columns.getColumnCount() + " columns, of which MyBatis reads the first, '"
                        + columns.getColumnName(1) + "', into '" + path + "'; set keyColumn to the name of its column");
            }
        } catch (SQLException e) {
            throw new PluginException("no id for statement " + statement.getId() + ": it could not be read back", e);
        }
    }

    /** PostgreSQL 17 returns a MERGE's source and target, each with a column of that name. */
    private static boolean isFirstAlone(ResultSetMetaData columns, String property) throws SQLException {
        for (int i = 2; i <= columns.getColumnCount(); i++) {
            if (plain(columns.getColumnName(i)).equals(property)) {
                return false;
            }
        }
        return plain(columns.getColumnName(1)).equals(property);
    }

    /** As the column {@code hero_id} and the property {@code heroId} have it in common. */
    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
