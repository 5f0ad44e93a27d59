package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What differs between databases: where they write down what a column is, how they compare texts, how a column is altered. */
sealed interface Database permits MySqlDatabase, PostgresDatabase, H2Database, JdbcDatabase {

    static Database of(DatabaseMetaData metadata) throws SQLException {
        String product = metadata.getDatabaseProductName().toLowerCase(Locale.ROOT);
        return switch (product) {
            case "mysql", "mariadb" -> new MySqlDatabase();
            case "postgresql" -> new PostgresDatabase();
            case "h2" -> new H2Database();
            default -> new JdbcDatabase(false);
        };
    }

    /** Whether types are what they are called; SQLite's driver reports INTEGER for BIGINT. */
    default boolean known() {
        return true;
    }

    /** The columns of that name; where case is ignored, there may be several. */
    List<ColumnFacts> columns(Connection connection, ColumnName name, boolean ignoringCase) throws SQLException;

    /** How the texts of a column are treated, asked of the database itself; null if it cannot be told. */
    @Nullable
    TextRules textRules(Connection connection, ColumnFacts column) throws SQLException;

    /** The columns of other tables whose foreign keys refer to a column. */
    default List<String> references(Connection connection, ColumnName name) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet keys = connection.getMetaData().getExportedKeys(name.catalog(), name.schema(), name.table())) {
            while (keys.next()) {
                if (name.column().equals(keys.getString("PKCOLUMN_NAME"))) {
                    found.add(keys.getString("FKTABLE_NAME") + "." + keys.getString("FKCOLUMN_NAME"));
                }
            }
        }
        return found;
    }

    /** The statement that gives the column its type and collation; null if none can be told. */
    @Nullable
    String toReshape(Address address, ColumnFacts column, Target target);

    /** The statement that ends what the database fills in; null if none can be told. */
    @Nullable
    String toStopFilling(Address address, ColumnFacts column, Target target);
}
