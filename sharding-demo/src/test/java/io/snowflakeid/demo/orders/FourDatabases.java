package io.snowflakeid.demo.orders;

import io.snowflakeid.commandline.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;

/** Databases for tests of the orders. */
final class FourDatabases {

    private static final String SETTINGS = ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

    private FourDatabases() {}

    /** In memory, for one process. */
    static List<Database> inMemory() {
        String name = "orders" + UUID.randomUUID().toString().replace("-", "");
        return IntStream.range(0, 4)
                .mapToObj(i ->
                        new Database("ds_" + i, "jdbc:h2:mem:" + name + i + ";DB_CLOSE_DELAY=-1" + SETTINGS, "sa", ""))
                .toList();
    }

    /** In files, for several processes. */
    static List<Database> inFiles(Path folder) {
        return IntStream.range(0, 4)
                .mapToObj(i -> new Database(
                        "ds_" + i, "jdbc:h2:file:" + folder + "/ds_" + i + ";AUTO_SERVER=TRUE" + SETTINGS, "sa", ""))
                .toList();
    }

    static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The names of all tables, in all databases. */
    static List<String> tables(List<Database> databases) throws SQLException {
        List<String> tables = new ArrayList<>();
        for (Database database : databases) {
            try (Connection connection = database.connect();
                    ResultSet found = connection
                            .getMetaData()
                            .getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
                while (found.next()) {
                    tables.add(found.getString("TABLE_NAME"));
                }
            }
        }
        return List.copyOf(new TreeSet<>(tables));
    }
}
