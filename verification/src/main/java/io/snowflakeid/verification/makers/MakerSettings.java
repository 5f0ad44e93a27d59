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
 * @param databases the shared databases, with the addresses of the proxies in a writer, or an empty list if the maker needs no database
 * @param namespace a name that is unique for the run
 * @param windowMillis the length of a lease in milliseconds, for makers with leases
 * @param writer the number of the writer, from 0, which all processes of the writer share
 * @param incarnation the number of the writer's process, from 1, or 0 in the main process
 * @param leftOpen true if connections of the pool have open transactions of other code
 */
public record MakerSettings(
        List<Database> databases, String namespace, long windowMillis, int writer, int incarnation, boolean leftOpen) {

    static final long LEAST_TIMEOUT_MILLIS = 250; // HikariCP's minimum

    /** Returns the settings of the main process, with a new namespace. */
    public static MakerSettings of(List<Database> databases, long windowMillis, boolean leftOpen) {
        String namespace = "chaos-" + UUID.randomUUID().toString().substring(0, 8);
        return new MakerSettings(databases, namespace, windowMillis, 0, 0, leftOpen);
    }

    /**
     * Returns the settings of a writer process.
     *
     * @param reached the databases with the addresses of the writer's proxies
     */
    public MakerSettings inWriter(List<Database> reached, int number, int processNumber) {
        return new MakerSettings(reached, namespace, windowMillis, number, processNumber, leftOpen);
    }

    /** Returns the timeout for connections, which is one window for a single ledger, and a tenth of a window for several ledgers. */
    long timeoutMillis() {
        return Math.max(LEAST_TIMEOUT_MILLIS, databases.size() > 1 ? windowMillis / 10 : windowMillis);
    }

    /** Returns the name of the process for messages. */
    public String label() {
        return "writer " + writer + ", process " + incarnation;
    }

    /** Returns the product, version and address of each database, or null without a database. */
    public @Nullable String products() throws SQLException {
        List<String> products = new ArrayList<>();
        for (Database database : databases) {
            String version = RedisStore.is(database) ? RedisStore.version(database) : database.version();
            products.add(version + " at " + database.typed());
        }
        return products.isEmpty() ? null : String.join(", and ", products);
    }
}
