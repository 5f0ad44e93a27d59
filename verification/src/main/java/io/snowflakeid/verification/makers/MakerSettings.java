package io.snowflakeid.verification.makers;

import io.snowflakeid.commandline.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an id generator in a chaos run.
 *
 * @param databases the shared databases, which a writer process reaches through the writer's proxies
 * @param namespace a name that is unique for the run
 * @param writer the index of the writer, from 0; all processes of a writer have the same index
 * @param incarnation the index of the process among the writer's processes, from 1, or 0 in the main process
 * @param leftOpen true if connections of the pool have open transactions of other code
 */
public record MakerSettings(
        List<Database> databases, String namespace, long windowMillis, int writer, int incarnation, boolean leftOpen) {

    static final long LEAST_TIMEOUT_MILLIS = 250; // HikariCP's minimum

    public static MakerSettings of(List<Database> databases, long windowMillis, boolean leftOpen) {
        String namespace = "chaos-" + UUID.randomUUID().toString().substring(0, 8);
        return new MakerSettings(databases, namespace, windowMillis, 0, 0, leftOpen);
    }

    public MakerSettings inWriter(List<Database> reached, int number, int processNumber) {
        return new MakerSettings(reached, namespace, windowMillis, number, processNumber, leftOpen);
    }

    /** Returns the timeout for connections, which is one window for a single ledger, and a tenth of a window for several ledgers. */
    long timeoutMillis() {
        return Math.max(LEAST_TIMEOUT_MILLIS, databases.size() > 1 ? windowMillis / 10 : windowMillis);
    }

    public String label() {
        return "writer " + writer + ", process " + incarnation;
    }

    public @Nullable String products() throws SQLException {
        List<String> products = new ArrayList<>();
        for (Database database : databases) {
            String version = RedisStore.is(database) ? RedisStore.version(database) : database.version();
            products.add(version + " at " + database.typed());
        }
        return products.isEmpty() ? null : String.join(", and ", products);
    }
}
