package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowTrace;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Servers s1, s2, … on one real server, made of a few statements, which are planned or merged, and whose rows are then read. */
public final class SmallGame implements AutoCloseable {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    private final GameServers servers;
    private final List<String> sources;
    private final Path folder;

    /** One script for each server; their databases have names of no meaning. */
    public SmallGame(DatabaseServer kind, String... scripts) throws IOException {
        folder = Files.createTempDirectory("game");
        servers = GameServers.on(kind, scripts.length);
        sources = List.copyOf(servers.sources().values());
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
        return sources.get(source - 1);
    }

    public String target() {
        return servers.target();
    }

    public String password() {
        return servers.password();
    }

    /** In the target. */
    public Connection connect() throws SQLException {
        return servers.connect();
    }

    public Connection connect(int source) throws SQLException {
        Connection connection = connect();
        connection.setCatalog(database(source));
        return connection;
    }

    /** Sessions as a run of this plan has them. */
    public Server server(PlanFile plan, int count) throws SQLException {
        return Server.connect(
                servers.url(),
                servers.user(),
                servers.password(),
                count,
                plan.plan().plannedAt());
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
        try (Connection connection = connect()) {
            connection.setCatalog(database);
            SqlScript.run(connection, List.of(statements));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Rows of a query on the target, each as {@code a|b|NULL}. */
    public List<String> rows(String query) {
        try (Connection connection = connect()) {
            // a strict session would show some dates as others
            SqlScript.run(connection, List.of("SET SESSION sql_mode = ''"));
            return rows(connection, query);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** These are the rows of a query on the target, in their order. */
    public void requireRows(String query, String... rows) {
        assertThat(rows(query)).as(query).containsExactly(rows);
    }

    public static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(rows.getString(i)));
                }
                all.add(String.join("|", values));
            }
            return all;
        }
    }

    /** The yaml is all that follows the connections; its first line is line 5. */
    public PlanFile plan(String yaml) throws Exception {
        return plan(yaml, NOBODY);
    }

    public PlanFile plan(String yaml, MergeProgress.Listener told) throws Exception {
        return servers.plan(folder, yaml, told);
    }

    /** What its plan says under these codes: severity, subject, words, count, if there is one, and samples. */
    public List<String> found(String yaml, String... codes) throws Exception {
        return Told.of(plan(yaml), codes);
    }

    /** A plan without errors. */
    public PlanFile runnable(String yaml) throws Exception {
        PlanFile plan = plan(yaml);
        assertThat(Told.errors(plan)).isEmpty();
        return plan;
    }

    /** Plans, runs, verifies. */
    public PlanFile merge(String yaml) throws Exception {
        PlanFile plan = runnable(yaml);
        run(plan);
        assertThat(faults(plan)).isEmpty();
        return plan;
    }

    public void run(PlanFile plan) throws Exception {
        run(plan, NOBODY);
    }

    public void run(PlanFile plan, MergeProgress.Listener told) throws Exception {
        MergeRun.carryOut(plan, servers.password(), told);
    }

    public List<String> faults(PlanFile plan) throws Exception {
        return MergeVerification.verify(plan, servers.password(), 2, NOBODY).faults();
    }

    /** Where a row is, in words. */
    public String where(PlanFile plan, String alias, String table, String key) throws Exception {
        return RowTrace.find(plan, servers.password(), alias, table, List.of(key))
                .message();
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
