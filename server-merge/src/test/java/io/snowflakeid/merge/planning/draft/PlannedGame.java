package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Sources s1, s2, … on one real server, and the plan that is made of them. */
public final class PlannedGame implements AutoCloseable {

    private final GameServers servers;
    private final List<String> names;
    private final Path folder;
    private String config = "";
    private MergeProgress.Listener listener = progress -> {};

    public static PlannedGame on(DatabaseServer server, int count) throws IOException {
        return new PlannedGame(GameServers.on(server, count));
    }

    private PlannedGame(GameServers servers) throws IOException {
        this.servers = servers;
        names = List.copyOf(servers.sources().values());
        folder = Files.createTempDirectory("plan");
    }

    /** In all sources. */
    public PlannedGame everywhere(String... statements) throws SQLException {
        for (int source = 1; source <= names.size(); source++) {
            in(source, statements);
        }
        return this;
    }

    /** In the source of that number. */
    public PlannedGame in(int source, String... statements) throws SQLException {
        try (Connection connection = connect(source)) {
            SqlScript.run(connection, List.of(statements));
        }
        return this;
    }

    /** More lines of merge.yaml; of two sources, the first of them is line 6. */
    public PlannedGame config(String lines) {
        config = lines;
        return this;
    }

    public PlannedGame told(MergeProgress.Listener to) {
        listener = to;
        return this;
    }

    public String database(int source) {
        return names.get(source - 1);
    }

    public String target() {
        return servers.target();
    }

    public Connection connect(int source) throws SQLException {
        Connection connection = servers.connect();
        connection.setCatalog(database(source));
        return connection;
    }

    public PlanFile plan() throws Exception {
        return servers.plan(folder, "\n" + config, listener);
    }

    public List<Finding> found(String... codes) throws Exception {
        return plan().plan().findings().stream()
                .filter(finding -> List.of(codes).contains(finding.code().name()))
                .toList();
    }

    public IdDomain domain(String name) throws Exception {
        return plan().plan().domains().stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() throws SQLException {
        servers.close();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
