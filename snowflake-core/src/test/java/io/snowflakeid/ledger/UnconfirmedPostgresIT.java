package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.KillableServer;
import io.snowflakeid.testing.servers.Required;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL of the test's own, whose commits wait for a standby that never confirms. Its role asks for no such wait and for no warning:
 * the ledger asks for both itself.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "looks for PostgreSQL's programs where Unix has them")
@Timeout(180)
@Tag("long")
class UnconfirmedPostgresIT {

    private static final String HELD = "SELECT COUNT(*) FROM snowflake_worker WHERE token IS NOT NULL";

    @TempDir
    private Path folder;

    private final PGSimpleDataSource database = new PGSimpleDataSource();
    private Process server;
    private JdbcWorkerLedger ledger;
    private WorkerGrant held;

    @BeforeEach
    void startServer() throws Exception {
        String data = folder.resolve("data").toString();
        int port = freePort();
        run(program("initdb"), "-D", data, "-U", "test", "-A", "trust", "--no-sync")
                .onExit()
                .join();
        server = run(program("postgres"), "-D", data, "-p", "" + port, "-h", "127.0.0.1", "-k", "", "-c", "fsync=off");
        database.setUrl("jdbc:postgresql://127.0.0.1:" + port + "/postgres");
        database.setUser("test");
        awaitServer();
        ask("ALTER ROLE test SET synchronous_commit = local");
        ask("ALTER ROLE test SET client_min_messages = error");
        ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database)
                .window(Duration.ofSeconds(3))
                .build();
        held = acquire();
        ask("ALTER SYSTEM SET synchronous_standby_names = 'never'");
        ask("SELECT pg_reload_conf()");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Debian keeps a folder per version beside the path. */
    private static String program(String name) throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        try (Stream<Path> found = Files.isDirectory(versions) ? Files.list(versions) : Stream.of()) {
            Stream<Path> ofPath =
                    Stream.of(System.getenv("PATH").split(":", -1)).map(Path::of);
            return Stream.concat(found.map(version -> version.resolve("bin")), ofPath)
                    .map(bin -> bin.resolve(name))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow(() -> Required.missing(
                            "postgres",
                            "no program '" + name + "' on the PATH or in " + versions + "/*/bin: install it"))
                    .toString();
        }
    }

    /** PostgreSQL refuses to run as root; in a user namespace the same user has no name. */
    private Process run(String... command) throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        return new ProcessBuilder(Stream.concat(root ? Stream.of("unshare", "-U") : Stream.of(), Stream.of(command))
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private void awaitServer() throws Exception {
        for (SQLException refusal = refusal(); refusal != null; refusal = refusal()) {
            if (!server.isAlive()) {
                throw new AssertionError(Files.readString(folder.resolve("log")), refusal);
            }
            Thread.sleep(20);
        }
    }

    private SQLException refusal() {
        try {
            ask("SELECT 1");
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    @AfterEach
    void stopServer() {
        if (server != null) {
            KillableServer.signal("-QUIT", server.pid());
            server.onExit().join();
        }
    }

    /** The server shows the row all the same, and the standby, which may take over, has not got it. */
    @Test
    void aWorkerWhoseWaitWasCancelledIsNotGranted() throws SQLException {
        assertThatThrownBy(() -> withWaitsCancelled(this::acquire))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("the commit came with a warning, so it may not be durable");
        assertThat(ask(HELD)).isEqualTo("2");
    }

    /** A COMMIT has no query timeout. */
    @Test
    void aWaitThatIsNotCancelledEndsWithTheNetworkTimeout() {
        assertThatThrownBy(() -> ledger.renew(held, held.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE);
    }

    private WorkerGrant acquire() {
        return ledger.acquire(TimeSource.system().wallNanos());
    }

    /** Throws what the call throws. */
    private void withWaitsCancelled(Supplier<?> call) throws Throwable {
        CompletableFuture<?> called = CompletableFuture.supplyAsync(call);
        while (!called.isDone()) {
            ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
            Thread.sleep(20);
        }
        Throwable thrown = called.handle((result, failure) -> failure).join();
        if (thrown != null) {
            throw thrown.getCause();
        }
    }

    /** The first column of the first row, or nothing. */
    private String ask(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.execute(sql) ? statement.getResultSet() : null) {
            return row != null && row.next() ? row.getString(1) : "";
        }
    }
}
