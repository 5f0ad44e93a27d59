package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sources s1, s2, … on one real server, and the plan that is made of them. */
final class PlannedGame implements AutoCloseable {

    private final List<TestDatabase> databases;
    private final List<String> names = new ArrayList<>();
    private final Path folder;
    private String config = "";
    private MergeProgress.Listener listener = progress -> {};

    static PlannedGame on(DatabaseServer server, int count) throws SQLException {
        List<TestDatabase> databases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            databases.add(server.newDatabase());
        }
        return new PlannedGame(databases);
    }

    private PlannedGame(List<TestDatabase> databases) throws SQLException {
        this.databases = databases;
        for (TestDatabase database : databases) {
            try (Connection connection = database.connect()) {
                names.add(connection.getCatalog());
            }
        }
        try {
            folder = Files.createTempDirectory("plan");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In all sources. */
    PlannedGame everywhere(String... statements) throws SQLException {
        for (TestDatabase database : databases) {
            database.execute(statements);
        }
        return this;
    }

    /** In the source of that number. */
    PlannedGame in(int source, String... statements) throws SQLException {
        databases.get(source - 1).execute(statements);
        return this;
    }

    /** More lines of merge.yaml. */
    PlannedGame config(String lines) {
        config = lines;
        return this;
    }

    PlannedGame told(MergeProgress.Listener to) {
        listener = to;
        return this;
    }

    String database(int source) {
        return names.get(source - 1);
    }

    String target() {
        return names.get(0) + "_t";
    }

    String password() {
        return databases.get(0).password();
    }

    Connection connect(int source) throws SQLException {
        return databases.get(source - 1).connect();
    }

    private String url() {
        String own = databases.get(0).url().replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1");
        return own + (own.contains("?") ? "&" : "?") + "sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    PlanFile plan() throws SQLException, IOException {
        StringBuilder yaml = new StringBuilder(
                "server: { url: '" + url() + "', user: " + databases.get(0).user() + " }\nsources:\n");
        for (int i = 0; i < names.size(); i++) {
            yaml.append("  s").append(i + 1).append(": ").append(names.get(i)).append('\n');
        }
        yaml.append("target: ").append(target()).append('\n').append(config).append('\n');
        Path file = Files.writeString(folder.resolve("merge.yaml"), yaml);
        return MergePlanner.plan(ConfigReader.read(file), password(), folder.resolve("plan.json"), listener);
    }

    List<Finding> found(String... codes) throws SQLException, IOException {
        return plan().plan().findings().stream()
                .filter(finding -> List.of(codes).contains(finding.code().name()))
                .toList();
    }

    IdDomain domain(String name) throws SQLException, IOException {
        return plan().plan().domains().stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = connect(1);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + target());
        }
        for (TestDatabase database : databases) {
            database.close();
        }
        deleteFolder();
    }

    private void deleteFolder() {
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
