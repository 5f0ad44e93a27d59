package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.merge.verify.MergeVerification;
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
public final class SmallGame implements AutoCloseable {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    private final GameServers servers;
    private final Path folder;

    /** One script for each server; their databases have names of no meaning. */
    public SmallGame(DatabaseServer kind, Path folder, String... scripts) throws SQLException {
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

    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(servers.url(), servers.user(), servers.password());
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public String password() {
        return servers.password();
    }

    public String target() {
        return servers.target();
    }

    /** By alias. */
    public Map<String, String> sources() {
        return servers.sources();
    }

    Path folder() {
        return folder;
    }

    /** The yaml is all that follows the connections. */
    public PlanFile plan(String yaml) throws Exception {
        return servers.plan(folder, yaml, NOBODY);
    }

    public static List<String> errors(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(finding -> finding.code() + " " + finding.subject() + ": " + finding.message())
                .toList();
    }

    /** Plans, runs, verifies. */
    public PlanFile merge(String yaml) throws Exception {
        PlanFile plan = plan(yaml);
        assertThat(errors(plan)).isEmpty();
        run(plan);
        return plan;
    }

    public void run(PlanFile plan) throws Exception {
        MergeRun.carryOut(plan, servers.password(), NOBODY);
    }

    public List<String> faults(PlanFile plan) throws Exception {
        return MergeVerification.verify(plan, servers.password(), 2, NOBODY).faults();
    }

    /** Rows of a query on the target, each as {@code a|b|NULL}. */
    public List<String> rows(String query) throws SQLException {
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
