package io.snowflakeid.testing.servers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** A container that runs a database server or a Redis server. */
final class ServerContainer extends GenericContainer<ServerContainer> implements StartingServer {

    private static final int LOG_TAIL = 600;
    private static final String OPTIONS = "--max-connections=300 --local-infile=1";

    private final int port;
    private final Pattern ready;
    private final ServerAddress address;
    private final Client client;
    private int logOfEarlierStarts;
    private @Nullable String end;

    private interface Client {
        void ask(ServerAddress address) throws SQLException, IOException;
    }

    /**
     * @param ready a regular expression for the log line that the server writes as soon as clients can connect
     * @param address the address, with {@code %s} as a placeholder for host and port
     */
    private ServerContainer(DockerImageName image, int port, String ready, ServerAddress address, Client client) {
        super(image);
        this.port = port;
        this.ready = Pattern.compile(ready);
        this.address = address;
        this.client = client;
        addExposedPort(port);
    }

    /** Creates a MySQL or MariaDB server that keeps committed data when the server is killed. */
    static ServerContainer durableMySql(DockerImageName image) {
        return new ServerContainer(
                        image,
                        3306,
                        "port: 3306\\b", // during initialization, the image runs a server without a port
                        new ServerAddress(
                                "jdbc:mysql://%s/test?sslMode=DISABLED&allowPublicKeyRetrieval=true", "root", "test"),
                        address -> connect(address, "&connectTimeout=2000&socketTimeout=5000"))
                .withEnv("MYSQL_DATABASE", "test")
                .withEnv("MYSQL_ROOT_PASSWORD", "test")
                .withCommand(OPTIONS);
    }

    /** Creates a MySQL or MariaDB server that stores its data only in memory. */
    static ServerContainer mySql(DockerImageName image) {
        return durableMySql(image)
                .withTmpFs(Map.of("/var/lib/mysql", "rw"))
                .withCommand(OPTIONS + " --innodb-flush-log-at-trx-commit=2 --sync-binlog=0 --innodb-doublewrite=OFF");
    }

    static ServerContainer postgres(DockerImageName image) {
        return new ServerContainer(
                        image,
                        5432,
                        "port 5432\\b",
                        new ServerAddress("jdbc:postgresql://%s/test", "test", "test"),
                        address -> connect(address, "?connectTimeout=2&socketTimeout=5"))
                .withEnv("POSTGRES_DB", "test")
                .withEnv("POSTGRES_USER", "test")
                .withEnv("POSTGRES_PASSWORD", "test")
                .withCommand("postgres", "-c", "fsync=off", "-c", "max_connections=300");
    }

    private static void connect(ServerAddress address, String limits) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(address.url() + limits, address.user(), address.password())) {
            if (!connection.isValid(5)) {
                throw new SQLException("the connection is not valid");
            }
        }
    }

    static ServerContainer redis(DockerImageName image) {
        return new ServerContainer(
                image,
                6379,
                "Ready to accept connections",
                new ServerAddress("redis://%s", "", ""),
                address -> RedisVersion.ask(address.url()));
    }

    /** Binds a fixed local port, because a random port would change when the container restarts. */
    ServerContainer onPort(int fixed) {
        setPortBindings(List.of(fixed + ":" + port));
        return this;
    }

    ServerAddress address() {
        return new ServerAddress(address.url().formatted(hostAndPort()), address.user(), address.password());
    }

    /** Starts the container, and waits until the server responds. If the server does not respond in time, the container is removed. */
    ServerContainer started() {
        try {
            start();
            awaitResponse(Time.OF_THIS_MACHINE);
            return this;
        } catch (NoResponse | RuntimeException e) {
            stop();
            throw new ContainerFailure(
                    "the container engine responds, but no container of " + getDockerImageName() + " could be started: "
                            + (end == null ? ContainerFailure.deepest(e) : end)
                            + "; set the address of another server, or run the tests without the engine (see CONTRIBUTING.md)",
                    e);
        }
    }

    /** This method does nothing, because {@link #started} waits for the server. */
    @Override
    protected void waitUntilContainerStarted() {}

    /** Stores the container's exit code and log, because Testcontainers does not report them. */
    @Override
    protected void containerIsStopping(InspectContainerResponse unused) {
        noteEnd();
    }

    private void noteEnd() {
        ContainerState state = state();
        String engineError = state.getError();
        if (!Boolean.TRUE.equals(state.getRunning()) && (engineError == null || engineError.isBlank())) {
            String log = getLogs();
            end = "it ended with exit code " + state.getExitCodeLong() + " while it started: "
                    + log.substring(Math.max(0, log.length() - LOG_TAIL)).strip();
        }
    }

    @Override
    public @Nullable Exception refusal() {
        try {
            client.ask(address());
            return null;
        } catch (SQLException | IOException e) {
            return e;
        }
    }

    @Override
    public boolean isAlive() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    @Override
    public boolean reportsReady() {
        return ready.matcher(getLogs()).find(logOfEarlierStarts);
    }

    @Override
    public String hostAndPort() {
        return getHost() + ":" + getMappedPort(port);
    }

    private static DockerClient engine() {
        return DockerClientFactory.lazyClient();
    }

    private ContainerState state() {
        return engine().inspectContainerCmd(getContainerId()).exec().getState();
    }

    /** Sends SIGKILL to the server, and waits until the container has ended. */
    void kill() {
        engine().killContainerCmd(getContainerId()).exec();
        engine().waitContainerCmd(getContainerId()).start().awaitStatusCode();
    }

    /** Restarts the container without deleting its data, unless the container is running. */
    void startAgain() {
        if (isAlive()) {
            return;
        }
        logOfEarlierStarts = getLogs().length();
        engine().startContainerCmd(getContainerId()).exec();
        try {
            awaitResponse(Time.OF_THIS_MACHINE);
        } catch (NoResponse e) {
            noteEnd();
            throw new AssertionError(
                    "the container that was started again cannot be used: " + (end == null ? e.getMessage() : end), e);
        }
    }

    void pauseProcesses() {
        engine().pauseContainerCmd(getContainerId()).exec();
    }

    void resumeProcesses() {
        if (Boolean.TRUE.equals(state().getPaused())) {
            engine().unpauseContainerCmd(getContainerId()).exec();
        }
    }
}
