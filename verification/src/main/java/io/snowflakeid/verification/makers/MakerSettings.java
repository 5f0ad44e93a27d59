package io.snowflakeid.verification.makers;

import io.snowflakeid.commandline.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a maker in a run.
 *
 * @param databases the databases for shared data, in a writer accessed through its proxies; empty if the maker needs none
 * @param namespace a unique name for the run
 * @param windowMillis the length of a lease in milliseconds, for makers with leases
 * @param writer the number of the writer, from 0; a replaced process has the same number
 * @param incarnation the number of the writer's process, from 1; 0 in the main process
 * @param leftOpen whether connections of the pool have open transactions of other code
 */
public record MakerSettings(
        List<Database> databases, String namespace, long windowMillis, int writer, int incarnation, boolean leftOpen) {

    static final long LEAST_TIMEOUT_MILLIS = 250; // HikariCP's minimum

    /** The settings of the main process, with a new namespace. */
    public static MakerSettings of(List<Database> databases, long windowMillis, boolean leftOpen) {
        String namespace = "chaos-" + UUID.randomUUID().toString().substring(0, 8);
        return new MakerSettings(databases, namespace, windowMillis, 0, 0, leftOpen);
    }

    /**
     * The settings of a writer process.
     *
     * @param reached the databases, accessed through proxies
     */
    public MakerSettings inWriter(List<Database> reached, int number, int processNumber) {
        return new MakerSettings(reached, namespace, windowMillis, number, processNumber, leftOpen);
    }

    /** The timeout of a connection: a window for a single ledger, a tenth of it for several ledgers. */
    long timeoutMillis() {
        return Math.max(LEAST_TIMEOUT_MILLIS, databases.size() > 1 ? windowMillis / 10 : windowMillis);
    }

    /** The process in messages. */
    public String label() {
        return "writer " + writer + ", process " + incarnation;
    }

    /** Product, version and address of each database; null without a database. */
    public @Nullable String products() throws SQLException {
        List<String> products = new ArrayList<>();
        for (Database database : databases) {
            String version = RedisStore.is(database) ? RedisStore.version(database) : database.version();
            products.add(version + " at " + database.typed());
        }
        return products.isEmpty() ? null : String.join(", and ", products);
    }
}
