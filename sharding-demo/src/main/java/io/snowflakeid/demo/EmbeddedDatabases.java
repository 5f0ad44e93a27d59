package io.snowflakeid.demo;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.Interruption;
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
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Four H2 files in a folder of their own. This process keeps a connection open to each, so that it is the server for the writer
 * processes; they find it through the file, by H2's AUTO_SERVER.
 */
final class EmbeddedDatabases implements DemoDatabases {

    /** The only paths of H2 files that ShardingSphere 5.5 reads: no dots, no blanks, no drive letter. */
    private static final String READABLE_PATH = "[/\\w-]+";

    private static final String SETTINGS =
            ";AUTO_SERVER=TRUE;MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

    private static final int SECONDS_TO_CLOSE = 30;
    private static final int MILLIS_BETWEEN_LOOKS = 20;

    private final Path folder;
    private final boolean keep;
    private final List<Database> databases = new ArrayList<>();
    private final List<Connection> keptOpen = new ArrayList<>();
    private final CreatedTables created = new CreatedTables(); // never dropped: the folder goes, or everything stays
    private final Interruption interruption;

    private EmbeddedDatabases(Path folder, boolean keep) {
        this.folder = folder;
        this.keep = keep;
        interruption = keep ? Interruption.keeping() : Interruption.removing(this::removeOnceClosed);
    }

    /**
     * Makes the folder and the files.
     *
     * @param temporary where temporary files go; if its path is one that cannot be used, the user's home is taken
     * @param keep whether the files stay when the run is over
     */
    static EmbeddedDatabases open(Path temporary, boolean keep) throws SQLException {
        // the server is for the writer processes on this machine; nobody else can reach it
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", "127.0.0.1");
        }
        String name = "snowflakeid-demo-" + UUID.randomUUID().toString().substring(0, 8);
        String parent = temporary.toAbsolutePath().toString();
        boolean readable = parent.matches(READABLE_PATH);
        Path folder = (readable ? Path.of(parent) : Path.of(System.getProperty("user.home"))).resolve(name);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw CommandFailure.ofDatabase(
                    "no folder for the embedded databases could be made at " + folder + " (" + e
                            + "): name a writable one by java -Djava.io.tmpdir=/some/folder",
                    e);
        }
        EmbeddedDatabases opened = new EmbeddedDatabases(folder, keep);
        try {
            opened.openFiles((readable ? parent : "~") + "/" + name);
        } catch (SQLException e) {
            opened.closeAfter(e);
            throw e;
        }
        return opened;
    }

    private void openFiles(String urlPath) throws SQLException {
        for (int i = 0; i < NEEDED; i++) {
            String name = "ds_" + i;
            Database database = new Database(name, "jdbc:h2:file:" + urlPath + "/" + name + SETTINGS, "sa", "");
            databases.add(database);
            keptOpen.add(database.connect());
        }
    }

    private void closeAfter(SQLException failure) {
        try {
            close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public List<Database> all() {
        return List.copyOf(databases);
    }

    @Override
    public CreatedTables created() {
        return created;
    }

    @Override
    public List<String> whereKept() {
        return List.of(
                "files in " + folder + ", for instance " + databases.get(0).url() + " (user sa, no password)");
    }

    @Override
    public void close() throws SQLException {
        interruption.runHasStopped();
        try {
            shutDown();
        } finally {
            removeUnlessKept();
            interruption.forget();
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
        if (failure != null) {
            throw failure;
        }
    }

    private void removeUnlessKept() {
        if (!keep && !interruption.hasBegun()) {
            removeFolder();
        }
    }

    /** While this JVM ends, H2 closes all databases by itself, and removes their lock files when it has written everything. */
    private void removeOnceClosed() throws InterruptedException {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_CLOSE);
        while (isLocked() || !isRemoved()) {
            if (System.nanoTime() > giveUpAt) {
                throw new UncheckedIOException(new IOException("files in " + folder + " are still in use"));
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    /** False if a writer process, which may be told to end a little later, still has a file there. */
    private boolean isRemoved() {
        try {
            removeFolder();
            return true;
        } catch (UncheckedIOException stillInUse) {
            return false;
        }
    }

    private boolean isLocked() {
        return databases.stream().anyMatch(database -> Files.exists(folder.resolve(database.name() + ".lock.db")));
    }

    private void removeFolder() {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's files in " + folder + " could not be removed: " + e, e);
        } catch (UncheckedIOException e) { // as the walk itself says that a file has gone
            throw new UncheckedIOException(
                    "the demo's files in " + folder + " could not be removed: " + e.getCause(), e.getCause());
        }
    }
}
