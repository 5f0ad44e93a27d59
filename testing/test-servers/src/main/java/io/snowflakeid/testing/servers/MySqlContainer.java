package io.snowflakeid.testing.servers;

import com.github.dockerjava.api.DockerClient;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** One attempt to start MySQL or MariaDB, which ends soon: with a server that answers, or with the reason why none does. */
final class MySqlContainer extends MySQLContainer {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration UNREACHABLE_LIMIT = Duration.ofSeconds(10);
    private static final int LOG_TAIL = 600;

    MySqlContainer(DockerImageName image) {
        super(image);
        withUsername("root").withPassword("test");
        withCommand("--max-connections=300", "--local-infile=1");
    }

    /** With a port of this machine that stays the same when the container is started again. */
    MySqlContainer onPort(int port) {
        setPortBindings(List.of(port + ":" + MYSQL_PORT));
        return this;
    }

    ServerAddress address() {
        return new ServerAddress(getJdbcUrl() + "?sslMode=DISABLED&allowPublicKeyRetrieval=true", "root", "test");
    }

    @Override
    protected void configure() {
        super.configure();
        setStartupAttempts(1); // it sets three
    }

    @Override
    protected void waitUntilContainerStarted() {
        awaitAnswer();
    }

    /** Returns when the server accepts the account of the tests. */
    void awaitAnswer() {
        long start = System.nanoTime();
        long readySince = -1;
        while (true) {
            SQLException refused = refusal();
            if (refused == null) {
                return;
            }
            String log = getLogs();
            if (!isRunning()) {
                throw new IllegalStateException("it ended while starting: " + tail(log), refused);
            }
            if (readySince < 0
                    && log.contains("port: " + MYSQL_PORT)) { // a first start has a server without a port before
                readySince = System.nanoTime();
            }
            if (readySince >= 0 && since(readySince).compareTo(UNREACHABLE_LIMIT) > 0) {
                throw new IllegalStateException(
                        "it is ready, but cannot be reached at " + getHost() + ":" + getMappedPort(MYSQL_PORT)
                                + "; set TESTCONTAINERS_HOST_OVERRIDE to the engine's host",
                        refused);
            }
            if (since(start).compareTo(START_LIMIT) > 0) {
                throw new IllegalStateException(
                        "not ready within " + START_LIMIT.toMinutes() + " minutes: " + tail(log), refused);
            }
            pause();
        }
    }

    private @Nullable SQLException refusal() {
        try (Connection connection =
                DriverManager.getConnection(getJdbcUrl() + "?connectTimeout=2000&socketTimeout=5000", "root", "test")) {
            return connection.isValid(5) ? null : new SQLException("the connection is not valid");
        } catch (SQLException e) {
            return e;
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static String tail(String log) {
        return log.substring(Math.max(0, log.length() - LOG_TAIL));
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server started", e);
        }
    }

    private static DockerClient engine() {
        return DockerClientFactory.lazyClient();
    }

    /** SIGKILL; returns when the container has ended. */
    void kill() {
        engine().killContainerCmd(getContainerId()).exec();
        engine().waitContainerCmd(getContainerId()).start().awaitStatusCode();
    }

    /** Starts the same container again, with its data. */
    void startAgain() {
        engine().startContainerCmd(getContainerId()).exec();
        awaitAnswer();
    }

    void pauseProcesses() {
        engine().pauseContainerCmd(getContainerId()).exec();
    }

    void resumeProcesses() {
        engine().unpauseContainerCmd(getContainerId()).exec();
    }
}
