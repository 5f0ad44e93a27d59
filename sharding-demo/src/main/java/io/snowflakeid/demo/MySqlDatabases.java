package io.snowflakeid.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Four databases of the user, on one MySQL server or several. Closing them drops the tables that the run has created, and so does
 * the end of this JVM when the run is interrupted; nothing else in them is touched.
 */
final class MySqlDatabases implements DemoDatabases {

    /** How long an interrupted run may take to stop its writers and end its transactions. */
    private static final int SECONDS_TO_STOP = 10;

    private final List<DemoDatabase> databases;
    private final boolean keep;
    private final CreatedTables created = new CreatedTables();
    private final Thread run = Thread.currentThread();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread removal = new Thread(this::removeAfterInterruption, "drop-demo-tables");

    private MySqlDatabases(List<DemoDatabase> databases, boolean keep) {
        this.databases = databases;
        this.keep = keep;
    }

    /**
     * Connects to each of them once. The calling thread is the one that is interrupted when this JVM is told to end.
     *
     * @param keep whether the tables stay when the run is over
     * @throws DemoFailure if there are not four, one cannot be used or is no MySQL, or two addresses lead to the same database
     */
    static MySqlDatabases open(List<MySqlAddress> addresses, boolean keep) throws SQLException {
        if (addresses.size() != NEEDED) {
            throw DemoFailure.ofDatabase(
                    "--mysql needs " + NEEDED + " databases, but got " + addresses.size() + ": pass " + NEEDED
                            + " addresses with commas between them",
                    null);
        }
        List<DemoDatabase> databases = new ArrayList<>();
        for (int i = 0; i < NEEDED; i++) {
            databases.add(addresses.get(i).database("ds_" + i));
        }
        MySqlDatabases opened = new MySqlDatabases(databases, keep);
        opened.look();
        if (!keep) {
            Runtime.getRuntime().addShutdownHook(opened.removal);
        }
        return opened;
    }

    private void look() throws SQLException {
        List<Connection> connections = new ArrayList<>();
        try {
            for (DemoDatabase database : databases) {
                connections.add(connect(database));
            }
            new SameDatabaseCheck().require(databases, connections);
            for (int i = 0; i < NEEDED; i++) {
                requireMySql(databases.get(i), connections.get(i));
            }
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static Connection connect(DemoDatabase database) {
        try {
            return database.connect();
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
    }

    /** A MariaDB answers to the same driver, but the ledger of worker ids is not kept in one. */
    private static void requireMySql(DemoDatabase database, Connection connection) throws SQLException {
        String version = DemoDatabases.version(connection);
        if (!version.startsWith("MySQL ")) {
            throw DemoFailure.ofDatabase(
                    database + " is " + version
                            + ", but a ledger of worker ids is kept in MySQL or H2: pass MySQL databases",
                    null);
        }
    }

    @Override
    public List<DemoDatabase> all() {
        return databases;
    }

    @Override
    public CreatedTables created() {
        return created;
    }

    @Override
    public List<String> whereKept() {
        return databases.stream().map(database -> "tables in " + database).toList();
    }

    @Override
    public void close() throws SQLException {
        if (keep) {
            return;
        }
        stopped.countDown();
        try {
            created.drop();
        } finally {
            forgetRemoval();
        }
    }

    /** Only now: a run may also be interrupted while it drops. */
    private void forgetRemoval() {
        try {
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException shuttingDown) {
            awaitEndOfJvm();
        }
    }

    /** As an exit would: how the run failed after it was told to stop is of no interest. */
    private static void awaitEndOfJvm() {
        while (true) {
            LockSupport.park();
        }
    }

    /** A shutdown hook: the run ends its writers and transactions itself, since tables in use cannot be dropped. */
    private void removeAfterInterruption() {
        run.interrupt();
        try {
            if (!stopped.await(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                System.err.println("the run did not stop within " + SECONDS_TO_STOP + " s; dropping its tables now");
            }
            created.drop();
        } catch (InterruptedException | SQLException e) {
            System.err.println("error: " + e.getMessage());
        }
    }
}
