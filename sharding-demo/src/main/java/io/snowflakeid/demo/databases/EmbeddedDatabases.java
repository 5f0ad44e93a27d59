package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.h2.tools.Server;

/**
 * H2 files in a folder of their own: four for the orders, and one with a schema for each game server, since server-merge copies
 * inside one server. This process has them open, and serves them to the writer processes by TCP.
 */
public final class EmbeddedDatabases implements DemoDatabases {

    private static final String SETTINGS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_ON_EXIT=FALSE";

    private final Path folder;
    private final boolean keep;
    private final Server server;
    private final List<Database> orders = new ArrayList<>();
    private final List<Database> ordersByTcp = new ArrayList<>();
    private final List<Database> games = new ArrayList<>();
    private final List<Connection> keptOpen = new ArrayList<>();
    private final CreatedTables created = new CreatedTables(); // never dropped: the folder goes, or everything stays
    private final Interruption interruption;

    private EmbeddedDatabases(Path folder, Server server, boolean keep) {
        this.folder = folder;
        this.server = server;
        this.keep = keep;
        interruption = keep ? Interruption.keeping() : Interruption.removing(this::remove);
    }

    /**
     * Makes the folder and the files.
     *
     * @param temporary where temporary files go
     * @param keep whether the files stay when the run is over
     */
    public static EmbeddedDatabases open(Path temporary, boolean keep) throws SQLException {
        // the server is for the writer processes on this machine; it cannot be reached from elsewhere
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", "127.0.0.1");
        }
        Path folder;
        try {
            folder = Files.createTempDirectory(temporary, "snowflakeid-demo-").toAbsolutePath();
        } catch (IOException e) {
            throw CommandFailure.ofDatabase(
                    "no folder for the embedded databases could be made in " + temporary + " (" + e
                            + "): name a writable one by java -Djava.io.tmpdir=/some/folder",
                    e);
        }
        Server server = Server.createTcpServer("-tcpPort", "0", "-baseDir", folder.toString())
                .start();
        EmbeddedDatabases opened = new EmbeddedDatabases(folder, server, keep);
        try {
            opened.openFiles();
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private void openFiles() throws SQLException {
        for (int i = 0; i < NEEDED; i++) {
            String name = "ds_" + i;
            orders.add(new Database(name, "jdbc:h2:file:" + folder + "/" + name + SETTINGS, "sa", ""));
            String byTcp = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name + SETTINGS;
            ordersByTcp.add(new Database(name, byTcp, "sa", ""));
            keptOpen.add(orders.get(i).connect());
        }
        String game = "jdbc:h2:file:" + folder + "/game" + SETTINGS;
        Connection connection = new Database("game", game, "sa", "").connect();
        keptOpen.add(connection);
        try (Statement statement = connection.createStatement()) {
            for (String schema : List.of("server_1", "server_2", "server_3", "merged")) {
                statement.execute("CREATE SCHEMA " + schema);
                games.add(new Database(schema, game + ";SCHEMA=" + schema, "sa", ""));
            }
        }
    }

    @Override
    public List<Database> orders() {
        return List.copyOf(orders);
    }

    @Override
    public List<Database> ordersByTcp() {
        return List.copyOf(ordersByTcp);
    }

    @Override
    public List<Database> games() {
        return List.copyOf(games);
    }

    @Override
    public CreatedTables created() {
        return created;
    }

    @Override
    public List<String> whereKept() {
        return List.of("files in " + folder + ", for instance " + orders.get(0).url() + " (user sa, no password)");
    }

    @Override
    public void close() throws SQLException {
        interruption.runHasStopped();
        try {
            if (keep) {
                shutDown();
            } else if (!interruption.hasBegun()) {
                remove();
            }
        } finally {
            interruption.forget();
        }
    }

    private void remove() throws SQLException {
        try {
            shutDown();
        } finally {
            removeFolder();
        }
    }

    /** All of them, also if one has no space left to write what it knows. */
    private void shutDown() throws SQLException {
        SQLException failure = null;
        for (Connection connection : keptOpen) {
            try (connection;
                    Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            } catch (SQLException e) {
                failure = e;
            }
        }
        keptOpen.clear();
        server.stop();
        if (failure != null) {
            throw failure;
        }
    }

    private void removeFolder() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) { // as the walk itself says that a file has gone
            throw new UncheckedIOException(
                    "the demo's files in " + folder + " could not be removed: " + e, new IOException(e));
        }
    }
}
