package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Servers made of a few statements, which are merged, and whose rows are then read. */
final class SmallGame implements AutoCloseable {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    private final GameServers servers;
    private final Path folder;

    /** One script for each server; their databases have names of no meaning. */
    SmallGame(DatabaseServer kind, Path folder, String... scripts) throws SQLException {
        this.folder = folder;
        servers = GameServers.on(kind, scripts.length);
        fill(kind, scripts);
    }

    private void fill(DatabaseServer kind, String... scripts) throws SQLException {
        String rowsOfACommonTable =
                kind == DatabaseServer.MARIADB ? "max_recursive_iterations" : "cte_max_recursion_depth";
        int server = 0;
        for (String database : servers.sources().values()) {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("USE " + quoted(database));
                statement.execute("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, "
                        + rowsOfACommonTable + " = 100000000");
                for (String sql : SqlScript.statements(scripts[server++])) {
                    statement.execute(sql);
                }
            }
        }
    }

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(servers.url(), servers.user(), servers.password());
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String password() {
        return servers.password();
    }

    String target() {
        return servers.target();
    }

    /** By alias. */
    Map<String, String> sources() {
        return servers.sources();
    }

    Path folder() {
        return folder;
    }

    /** The yaml is all that follows the connections. */
    PlanFile plan(String yaml) throws Exception {
        return servers.plan(folder, yaml, NOBODY);
    }

    static List<String> errors(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(finding -> finding.code() + " " + finding.subject() + ": " + finding.message())
                .toList();
    }

    /** Plans, runs, verifies. */
    PlanFile merge(String yaml) throws Exception {
        PlanFile plan = plan(yaml);
        assertThat(errors(plan)).isEmpty();
        run(plan);
        return plan;
    }

    void run(PlanFile plan) throws Exception {
        MergeRun.carryOut(plan, servers.password(), NOBODY);
    }

    List<String> faults(PlanFile plan) throws Exception {
        return MergeVerification.verify(plan, servers.password(), 2, NOBODY).faults();
    }

    /** Rows of a query on the target, each as {@code a|b|NULL}. */
    List<String> rows(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            // a strict session would show some dates as others
            statement.execute("SET SESSION sql_mode = ''");
            statement.execute("USE " + quoted(servers.target()));
            try (ResultSet rows = statement.executeQuery(query)) {
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
    }

    @Override
    public void close() throws SQLException {
        servers.close();
    }
}
