package io.snowflakeid.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.utility.DockerImageName;

/** Behavior with a container engine that responds. */
class ContainersIT {

    @BeforeEach
    void needsAnEngine() {
        Assumptions.assumeTrue(Containers.engineResponds(), "no container engine responds");
    }

    private static DockerImageName mySqlImage() {
        return Containers.present(Containers.image(DatabaseServer.MYSQL));
    }

    @Test
    void anImageThatCannotBePulledIsNamedWithTheCauseAndNotTriedAgain() {
        String image = "localhost:1/snowflake/no-such-image:0";
        ContainerFailure[] failures = new ContainerFailure[2];
        for (int i = 0; i < failures.length; i++) {
            try {
                Containers.started(image, ServerContainer::redis);
            } catch (ContainerFailure e) {
                failures[i] = e;
            }
        }

        assertThat(failures[0])
                .hasMessageStartingWith("the container engine responds, but image " + image + " is not available: ")
                .hasMessageContaining("localhost:1");
        assertThat(failures[1]).isSameAs(failures[0]);
    }

    @Test
    void aServerThatEndsWhileItStartsIsReportedWithItsLog() throws Exception {
        DockerImageName image = mySqlImage();
        assertThatThrownBy(() -> ServerContainer.mySql(image)
                        .withCommand("--no-such-option")
                        .started())
                .isInstanceOf(ContainerFailure.class)
                .hasMessageContaining("no container of " + image + " could be started: it ended with exit code ")
                .hasMessageContaining("no-such-option");
    }

    @Test
    void aServerThatEndsAtOnceIsReportedWithItsLog() throws Exception {
        DockerImageName image = mySqlImage();
        assertThatThrownBy(() -> ServerContainer.redis(image).started()) // the image requires a password
                .isInstanceOf(ContainerFailure.class)
                .hasMessageContaining("no container of " + image + " could be started: it ended with exit code 1 ")
                .hasMessageContaining("MYSQL_ROOT_PASSWORD");
    }

    private static KillableServer killable() {
        return new KillableServers.InContainer(Containers.startMySqlOnFixedPort(KillableServers.freePort()));
    }

    @Test
    void aServerThatWasKilledComesBackWithItsData() throws Exception {
        try (KillableServer server = killable();
                TestDatabase database = server.newDatabase()) {
            database.execute("CREATE TABLE t (id INT)", "INSERT INTO t VALUES (1)");
            server.restart(); // has no effect while it runs
            server.kill();
            assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);
            server.restart();
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void aServerThatHangsIsClosed() throws Exception {
        KillableServer server = killable();
        server.hang();
        server.close();
    }
}
