package io.snowflakeid.testing.servers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/**
 * Starts servers in containers, and removes the containers when this JVM ends. A system property such as {@code -Dimage.mysql=mysql:9.7} selects
 * another image.
 */
final class Containers {

    /**
     * The image of the Testcontainers process that removes containers if this JVM is killed. The tag of the {@code ryuk} image must equal
     * the tag that the Testcontainers library uses.
     */
    static final String REAPER_IMAGE = "testcontainers/ryuk:0.14.0";

    private static final Duration PULL_LIMIT = Duration.ofMinutes(5);

    private static final Lookup<Boolean> ENGINE = new Lookup<>(Containers::findEngine);

    /** The start failures of container images, with the image name as the key. Tests do not retry an image whose container failed to start. */
    private static final Map<String, ContainerFailure> FAILURES = new HashMap<>();

    private Containers() {}

    static boolean engineResponds() {
        return ENGINE.get();
    }

    /** Searches for a container engine, and disables the logs of Testcontainers and docker-java. */
    private static boolean findEngine() {
        System.setProperty("org.slf4j.simpleLogger.log.org.testcontainers", "off");
        System.setProperty("org.slf4j.simpleLogger.log.tc", "off");
        System.setProperty("org.slf4j.simpleLogger.log.com.github.dockerjava", "off");
        try {
            DockerClientFactory.instance().getTransportConfig();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
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

    static ServerAddress start(DatabaseServer kind) {
        return started(
                        image(kind),
                        kind == DatabaseServer.POSTGRES ? ServerContainer::postgres : ServerContainer::mySql)
                .address();
    }

    /** Starts a MySQL server that a test can kill and restart at the same address. */
    static ServerContainer startMySqlOnFixedPort(int port) {
        return started(
                image(DatabaseServer.MYSQL),
                image -> ServerContainer.durableMySql(image).onPort(port));
    }

    /** Starts a Redis server, and returns an address such as {@code redis://127.0.0.1:6379}. */
    static String startRedis() {
        return started(redisImage(), ServerContainer::redis).address().url();
    }

    /** Starts a server in a container. The container runs until a test stops it or this JVM ends. */
    static ServerContainer started(String image, Function<DockerImageName, ServerContainer> server) {
        synchronized (FAILURES) {
            if (!Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))) {
                unlessFailed(REAPER_IMAGE, () -> present(REAPER_IMAGE));
            }
            return unlessFailed(image, () -> server.apply(present(image)).started());
        }
    }

    private static <T> T unlessFailed(String image, Supplier<T> attempt) {
        ContainerFailure before = FAILURES.get(image);
        if (before != null) {
            throw before;
        }
        try {
            return attempt.get();
        } catch (ContainerFailure e) {
            FAILURES.put(image, e);
            throw e;
        }
    }

    /** Pulls a missing image with a separate client, because the client of Testcontainers may retry for minutes. */
    static DockerImageName present(String image) {
        DockerImageName name = ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
        DockerClient client = DockerClientProviderStrategy.getClientForConfig(
                DockerClientFactory.instance().getTransportConfig());
        try {
            client.inspectImageCmd(name.asCanonicalNameString()).exec();
        } catch (NotFoundException e) {
            pull(client, name);
        } catch (RuntimeException e) {
            throw unavailable(name, ContainerFailure.deepest(e), e);
        }
        return name;
    }

    private static void pull(DockerClient client, DockerImageName name) {
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
        } catch (RuntimeException e) {
            throw unavailable(name, ContainerFailure.deepest(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(name, "interrupted while it was pulled", e);
        }
    }

    private static ContainerFailure unavailable(DockerImageName name, String why, @Nullable Throwable cause) {
        return new ContainerFailure(
                "the container engine responds, but image " + name + " is not available: " + why
                        + "; pull it by hand, "
                        + (name.asCanonicalNameString().endsWith(REAPER_IMAGE)
                                ? "or set TESTCONTAINERS_RYUK_DISABLED=true"
                                : "or set the address of a server (see CONTRIBUTING.md)"),
                cause);
    }
}
