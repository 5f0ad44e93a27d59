package io.snowflakeid.testing.servers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/**
 * Servers in containers, by Testcontainers, which removes them when this JVM ends. What cannot be had fails soon: an image that is
 * not there is pulled once, and each start has a limit. Another image is named by {@code -Dimage.mysql=mysql:9.7} and its like.
 */
final class Containers {

    private static final Duration PULL_LIMIT = Duration.ofMinutes(5);
    private static final String PASSWORD = "test";
    private static final int REDIS_PORT = 6379;

    private static final Lookup<Boolean> ENGINE = new Lookup<>(Containers::askForEngine);

    private Containers() {}

    static boolean engineAnswers() {
        return ENGINE.get();
    }

    /** Testcontainers logs a failed search for an engine as errors, which only means that there is none. */
    private static boolean askForEngine() {
        System.setProperty("org.slf4j.simpleLogger.log.org.testcontainers", "off");
        System.setProperty("org.slf4j.simpleLogger.log.tc", "off");
        return DockerClientFactory.instance().isDockerAvailable();
    }

    static String image(DatabaseServer kind) {
        return switch (kind) {
            case MYSQL -> image("mysql", "mysql:8.4");
            case MARIADB -> image("mariadb", "mariadb:11.4");
            case POSTGRES -> image("postgres", "postgres:17");
        };
    }

    static String redisImage() {
        return image("redis", "redis:7.4");
    }

    private static String image(String kind, String otherwise) {
        return System.getProperty("image." + kind, otherwise);
    }

    static ServerAddress start(DatabaseServer kind) throws ContainerFailure {
        return kind == DatabaseServer.POSTGRES
                ? startPostgres()
                : startMySql(kind).address();
    }

    /** MySQL or MariaDB, whose images are set up alike. */
    static MySqlContainer startMySql(DatabaseServer kind) throws ContainerFailure {
        DockerImageName image = present(image(kind));
        return started(new MySqlContainer(image.asCompatibleSubstituteFor("mysql")));
    }

    /** For a test that kills it: it comes back at the same address. */
    static MySqlContainer startMySqlOnFixedPort(int port) throws ContainerFailure {
        DockerImageName image = present(image(DatabaseServer.MYSQL));
        return started(new MySqlContainer(image.asCompatibleSubstituteFor("mysql")).onPort(port));
    }

    @SuppressWarnings("resource") // runs until this JVM ends
    private static ServerAddress startPostgres() throws ContainerFailure {
        DockerImageName image = present(image(DatabaseServer.POSTGRES));
        PostgreSQLContainer server = started(new PostgreSQLContainer(image.asCompatibleSubstituteFor("postgres"))
                .withUsername("test")
                .withPassword(PASSWORD)
                .withCommand("postgres", "-c", "fsync=off", "-c", "max_connections=300"));
        return new ServerAddress(server.getJdbcUrl(), "test", PASSWORD);
    }

    /** Its address, as in {@code redis://127.0.0.1:6379}. */
    @SuppressWarnings("resource") // runs until this JVM ends
    static String startRedis() throws ContainerFailure {
        GenericContainer<?> server =
                started(new GenericContainer<>(present(redisImage())).withExposedPorts(REDIS_PORT));
        return "redis://" + server.getHost() + ":" + server.getMappedPort(REDIS_PORT);
    }

    private static <C extends GenericContainer<?>> C started(C container) throws ContainerFailure {
        try {
            container.start();
            return container;
        } catch (RuntimeException e) {
            throw new ContainerFailure(
                    "the container engine answers, but no container of " + container.getDockerImageName()
                            + " could be started: " + deepest(e)
                            + "; give the tests another server, or run them without the engine (see CONTRIBUTING.md)",
                    e);
        }
    }

    private static DockerImageName present(String image) throws ContainerFailure {
        DockerImageName name = ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
        DockerClient client = DockerClientFactory.lazyClient();
        try {
            client.inspectImageCmd(name.asCanonicalNameString()).exec();
        } catch (NotFoundException e) {
            pull(client, name);
        } catch (RuntimeException e) {
            throw unavailable(name, deepest(e), e);
        }
        return name;
    }

    private static void pull(DockerClient client, DockerImageName name) throws ContainerFailure {
        System.out.println(
                "test servers: pulling image " + name + ", for " + PULL_LIMIT.toMinutes() + " minutes at most");
        try {
            boolean complete = client.pullImageCmd(name.getUnversionedPart())
                    .withTag(name.getVersionPart())
                    .start()
                    .awaitCompletion(PULL_LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (!complete) {
                throw unavailable(name, "not pulled within " + PULL_LIMIT.toMinutes() + " minutes", null);
            }
        } catch (DockerException e) {
            throw unavailable(name, deepest(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(name, "interrupted while it was pulled", e);
        }
    }

    private static ContainerFailure unavailable(DockerImageName name, String why, @Nullable Throwable cause) {
        return new ContainerFailure(
                "the container engine answers, but image " + name + " cannot be had: " + why
                        + "; pull it by hand, or give the tests a server (see CONTRIBUTING.md)",
                cause);
    }

    private static String deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).strip();
    }
}
