package io.snowflakeid.verification.makers;

import io.snowflakeid.commandline.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a maker of ids is told about its place in the run.
 *
 * @param databases where it may keep what it shares with the other processes, in a writer reached through that writer's own proxies;
 *     none if the maker needs none
 * @param namespace a name that no other run uses
 * @param windowMillis how long a lease may last, in milliseconds, for makers that have leases
 * @param writer which writer the process is, from 0; a process that replaces a dead one has its number
 * @param incarnation the how-manieth process of that writer it is, from 1; 0 outside of writers
 * @param leftOpen whether other code leaves transactions open on the connections of a pool
 */
public record MakerSettings(
        List<Database> databases, String namespace, long windowMillis, int writer, int incarnation, boolean leftOpen) {

    static final long LEAST_TIMEOUT_MILLIS = 250; // HikariCP takes no less

    /** Those of the process that conducts a run, with a namespace of the run's own. */
    public static MakerSettings of(List<Database> databases, long windowMillis, boolean leftOpen) {
        String namespace = "chaos-" + UUID.randomUUID().toString().substring(0, 8);
        return new MakerSettings(databases, namespace, windowMillis, 0, 0, leftOpen);
    }

    /**
     * Those of a writer process.
     *
     * @param reached the databases, each through a proxy
     */
    public MakerSettings inWriter(List<Database> reached, int number, int howManieth) {
        return new MakerSettings(reached, namespace, windowMillis, number, howManieth, leftOpen);
    }

    /**
     * How long to wait for a connection. For that to one ledger, a window: a longer wait would end too late. For that to one of
     * several a tenth, since there are others to ask.
     */
    long timeoutMillis() {
        return Math.max(LEAST_TIMEOUT_MILLIS, databases.size() > 1 ? windowMillis / 10 : windowMillis);
    }

    /** For messages. */
    public String whose() {
        return "writer " + writer + ", process " + incarnation;
    }

    /** Product, version and address of each database; null if there is none. */
    public @Nullable String products() throws SQLException {
        List<String> products = new ArrayList<>();
        for (Database database : databases) {
            String version = RedisStore.is(database) ? RedisStore.version(database) : database.version();
            products.add(version + " at " + database.typed());
        }
        return products.isEmpty() ? null : String.join(", and ", products);
    }
}
