package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RunEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.store.fs.FileUtils;
import org.h2.tools.Server;

/**
 * Creates H2 databases in a temporary folder, and starts an H2 server for them. The demo of orders uses four databases, because ShardingSphere reads
 * only the schema {@code public} of each database. All game servers share one database with several schemas, because server-merge requires one
 * database server.
 */
public final class EmbeddedDatabases {

    public static final String PREFIX =
            "snowflakeid-demo-" + ProcessHandle.current().pid() + "-";

    private static final String SETTINGS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_ON_EXIT=FALSE";

    private final Path folder;
    private final Server server;
    private final List<Connection> keptOpen = new ArrayList<>();

    private EmbeddedDatabases(Path folder) throws SQLException {
        this.folder = folder;
        // because of the address 127.0.0.1, only processes on this machine can connect
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", "127.0.0.1");
        }
        server = Server.createTcpServer("-tcpPort", "0", "-baseDir", folder.toString())
                .start();
    }

    /**
     * Creates the databases and starts the H2 server. The termination of the JVM interrupts the calling thread.
     *
     * @param temporary the parent of the folder for the database files
     */
    public static DemoDatabases open(Path temporary) throws SQLException {
        Path folder;
        try {
            folder = Files.createTempDirectory(temporary, PREFIX).toAbsolutePath();
        } catch (IOException e) {
            throw CommandFailure.ofDatabase(
                    "no folder for the embedded databases could be created in " + temporary + " (" + e
                            + "): set a writable one by java -Djava.io.tmpdir=/some/folder",
                    e);
        }
        EmbeddedDatabases made = new EmbeddedDatabases(folder);
        return new DemoDatabases(made.orders(), made.games(), new Tables(), new RunEnd(made::remove));
    }

    private List<Database> orders() throws SQLException {
        List<Database> orders = new ArrayList<>();
        for (String name : List.of("ds_0", "ds_1", "ds_2", "ds_3")) {
            orders.add(new Database(name, open(name), "sa", ""));
        }
        return orders;
    }

    private List<Database> games() throws SQLException {
        List<Database> games = new ArrayList<>();
        String url = open("game");
        for (String schema : List.of("server_1", "server_2", "server_3", "merged")) {
            try (Statement statement = keptOpen.get(keptOpen.size() - 1).createStatement()) {
                statement.execute("CREATE SCHEMA " + schema);
            }
            games.add(new Database(schema, url + ";SCHEMA=" + schema, "sa", ""));
        }
        return games;
    }

    /** Creates a database file and returns its TCP address. */
    private String open(String name) throws SQLException {
        keptOpen.add(DriverManager.getConnection("jdbc:h2:file:" + folder + "/" + name + SETTINGS, "sa", ""));
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name + SETTINGS;
    }

    private void remove() throws SQLException {
        try {
            server.stop();
            for (Connection connection : keptOpen) {
                connection.close();
            }
        } finally {
            FileUtils.deleteRecursive(folder.toString(), false);
        }
    }
}
