package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** Users with fewer rights than a merge needs. */
class RightsIT {

    private static final String[] TABLES = {
        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)",
        "CREATE TABLE c (p INT, FOREIGN KEY (p) REFERENCES p (id))",
        "INSERT INTO p VALUES (1)"
    };

    private static final String GRANT =
            "GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each source and ALL on the target";

    private final String user = "poor" + UUID.randomUUID().toString().substring(0, 8);

    @TempDir
    private Path folder;

    private Path plan;

    /** Two sources, whose first one also creates the user. */
    private record Sources(TestDatabase first, TestDatabase second) implements AutoCloseable {

        String target() {
            return first.name() + "_t";
        }

        @Override
        public void close() throws SQLException {
            first.execute("DROP DATABASE IF EXISTS `" + target() + "`");
            first.close();
            second.close();
        }
    }

    private static Sources sources(DatabaseServer on) throws SQLException {
        Sources sources = new Sources(on.newDatabase(), on.newDatabase());
        sources.first().execute(TABLES);
        sources.second().execute(TABLES);
        return sources;
    }

    private void grant(Sources sources, String rights, String... databases) throws SQLException {
        for (String database : databases) {
            sources.first().execute("GRANT " + rights + " ON `" + database + "`.* TO " + user);
        }
    }

    private CommandLineRun call(String command) {
        return ServerMergeRun.on(plan, new ServerMerge(), command);
    }

    private String config(Sources sources) throws IOException {
        TestDatabase server = sources.first();
        String url = server.url().replaceFirst("^(jdbc:[a-z]+://[^/]+/)[^?]*", "$1");
        Files.writeString(folder.resolve("password"), server.password());
        return Files.writeString(folder.resolve("merge.yaml"), """
                        server: { url: "%s", user: %s, password-file: password }
                        sources: { s1: %s, s2: %s }
                        target: %s
                        """.formatted(
                                url, user, server.name(), sources.second().name(), sources.target()))
                .toString();
    }

    @OnMySqlAndMariaDb
    void aRunStopsAtADeniedStatementAndContinuesAfterTheGrant(DatabaseServer on) throws Exception {
        plan = folder.resolve("plan.json");
        try (Sources sources = sources(on)) {
            String[] both = {sources.first().name(), sources.second().name()};
            sources.first()
                    .execute("CREATE USER " + user + " IDENTIFIED BY '"
                            + sources.first().password() + "'");
            try {
                grant(sources, "SELECT, TRIGGER", both);
                ServerMergeRun.of(new ServerMerge(), "plan", "--config", config(sources), "--out", plan.toString())
                        .exitsWith(0)
                        .out()
                        .contains("NOT_SEEN", "the user lacks EVENT on the main server's database");
                runIsDenied("Access denied");

                grant(sources, "LOCK TABLES", both);
                runIsDenied(sources.target());

                grant(sources, "SELECT, INSERT, UPDATE, DELETE, CREATE, CREATE VIEW", sources.target());
                runIsDenied("command denied");

                grant(sources, "ALL", sources.target());
                call("run").exitsWith(0);
                call("verify").exitsWith(0);
            } finally {
                sources.first().execute("DROP USER " + user);
            }
        }
    }

    private void runIsDenied(String named) {
        call("run")
                .exitsWith(4)
                .err()
                .containsSubsequence("the user lacks a right", named, GRANT, "then call the same command again");
    }
}
