package io.snowflakeid.merge.planning;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The worker ledgers that sources hold: who was granted which worker, under which layout. */
final class Ledgers {

    private static final String NAMESPACES = "snowflake_namespace";
    private static final String WORKERS = "snowflake_worker";
    private static final Pattern RANGE = Pattern.compile("^(.*?)(?:, workers (\\d+)\\.\\.(\\d+))?$");

    private final Game game;
    private final Dialect dialect;

    Ledgers(Game game) {
        this.game = game;
        dialect = game.sessions().dialect();
    }

    /** Whether a table is part of a ledger. */
    static boolean isLedger(String table) {
        String lower = table.toLowerCase(Locale.ROOT);
        return lower.equals(NAMESPACES) || lower.equals(WORKERS);
    }

    /**
     * A ledger's namespace.
     *
     * @param source who has it
     * @param namespace its name
     * @param layout of its ids
     * @param scope {@code shared} or {@code datacenter 7}, and which workers
     * @param granted datacenters and workers that it has granted, each pair as one number, see {@link #pair}
     */
    record Ledger(SourcePlan source, String namespace, SnowflakeLayout layout, String scope, Set<Long> granted) {

        /** Whether both may grant the same worker. */
        boolean meets(Ledger other) {
            Matcher mine = RANGE.matcher(scope);
            Matcher theirs = RANGE.matcher(other.scope);
            if (!mine.matches()
                    || !theirs.matches()
                    || !namespace.equals(other.namespace)
                    || !mine.group(1).equals(theirs.group(1))) {
                return false;
            }
            return mine.group(2) == null
                    || theirs.group(2) == null
                    || (Long.parseLong(mine.group(2)) <= Long.parseLong(theirs.group(3))
                            && Long.parseLong(theirs.group(2)) <= Long.parseLong(mine.group(3)));
        }
    }

    static long pair(SnowflakeLayout layout, long datacenter, long worker) {
        return (datacenter << layout.workerBits()) + worker;
    }

    List<Ledger> read() throws SQLException {
        List<Ledger> ledgers = new ArrayList<>();
        for (SourcePlan source : game.sources()) {
            if (game.table(source, NAMESPACES).isPresent()
                    && game.table(source, WORKERS).isPresent()) {
                ledgers.addAll(read(source));
            }
        }
        return ledgers;
    }

    private List<Ledger> read(SourcePlan source) throws SQLException {
        return game.sessions().with(session -> {
            List<Ledger> ledgers = new ArrayList<>();
            try (Statement statement = session.createStatement()) {
                try (ResultSet row = statement.executeQuery("SELECT namespace, layout, scope FROM "
                        + dialect.table(source.database(), NAMESPACES) + " ORDER BY namespace")) {
                    while (row.next()) {
                        ledgers.add(new Ledger(
                                source,
                                row.getString(1),
                                SnowflakeLayout.parse(row.getString(2)),
                                row.getString(3),
                                new TreeSet<>()));
                    }
                }
                try (ResultSet row = statement.executeQuery(
                        "SELECT namespace, datacenter, worker FROM " + dialect.table(source.database(), WORKERS))) {
                    while (row.next()) {
                        for (Ledger ledger : ledgers) {
                            if (ledger.namespace().equals(row.getString(1))) {
                                ledger.granted().add(pair(ledger.layout(), row.getLong(2), row.getLong(3)));
                            }
                        }
                    }
                }
            }
            return ledgers;
        });
    }
}
