package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Servers s1, s2, … on one real server, made of a few statements or filled by a game, whose databases have names of no meaning. */
public final class SmallGame extends MergeCase implements AutoCloseable {

    private final Path folder = Files.createTempDirectory("game");

    /** Servers that are filled already. */
    public SmallGame(GameServers servers) throws IOException {
        this.servers = servers;
    }

    /** One script for each server. */
    public SmallGame(DatabaseServer kind, String... scripts) throws IOException {
        this(GameServers.on(kind, scripts.length));
        String rowsOfACommonTable =
                kind == DatabaseServer.MARIADB ? "max_recursive_iterations" : "cte_max_recursion_depth";
        String session = "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, " + rowsOfACommonTable
                + " = 100000000;";
        for (int i = 0; i < scripts.length; i++) {
            in(i + 1, SqlScript.statements(session + scripts[i]).toArray(String[]::new));
        }
    }

    /** The name of the database of a source, which is counted from 1. */
    public String database(int source) {
        return servers.sources().get("s" + source);
    }

    public String target() {
        return servers.target();
    }

    /** In the target. */
    public Connection connect() throws SQLException {
        return servers.connect();
    }

    public Connection connect(int source) throws SQLException {
        return servers.connect(database(source));
    }

    /** Sessions as a run of this plan has them. */
    public Server server(PlanFile plan, int count) throws SQLException {
        return new Server(
                servers.url(), servers.user(), password(), count, plan.plan().plannedAt(), false);
    }

    /** Statements in a source. */
    public void in(int source, String... statements) {
        execute(database(source), statements);
    }

    /** Statements in the target. */
    public void inTarget(String... statements) {
        execute(target(), statements);
    }

    private void execute(String database, String... statements) {
        try (Connection connection = servers.connect(database)) {
            SqlScript.run(connection, List.of(statements));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** On the target, each as {@code a|b|null}. */
    @Override
    public List<String> rows(String query) {
        try (Connection connection = connect()) {
            // a strict session would show some dates as others
            SqlScript.run(connection, "SET SESSION sql_mode = ''");
            return rows(connection, query);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static List<String> rows(Connection connection, String query) throws SQLException {
        return SqlScript.rows(connection, query, "|");
    }

    /** The yaml's first line is line 5. */
    @Override
    public PlanFile planned(String yaml) throws Exception {
        return planned(yaml, SILENT);
    }

    public PlanFile planned(String yaml, MergeProgress.Listener listener) throws Exception {
        return servers.plan(folder, yaml, listener);
    }

    /** A plan without errors. */
    public PlanFile runnable(String yaml) throws Exception {
        PlanFile plan = planned(yaml);
        assertThat(errors(plan)).isEmpty();
        return plan;
    }

    @Override
    public void close() throws SQLException, IOException {
        servers.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
