package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeIdGenerator;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The one generator that all users of a ledger, namespace and scope have in this process: opened by the first, closed by the last.
 * So an application with several adapters takes one worker, not one for each.
 */
final class SharedGenerator {

    /** The same data source object, or connections to the same address, is the same ledger. */
    record Place(DataSource dataSource, String namespace, String scope, long datacenter) {
        @Override
        public String toString() {
            return "ledger '" + namespace + "' (" + scope + (scope.equals("shared") ? ", datacenter " + datacenter : "")
                    + ")";
        }
    }

    /** Those of this JVM that have a user. Counts are changed within the map's own steps. */
    private static final ConcurrentMap<Place, SharedGenerator> USED = new ConcurrentHashMap<>();

    /** How the first user opened it. */
    private record Opening(SnowflakeIdGenerator ids, Map<String, Object> terms, String prefix, String by) {}

    private final Place place;
    private int users;
    private @Nullable Opening opening;

    private SharedGenerator(Place place) {
        this.place = place;
    }

    /**
     * Adds a user, who calls {@link #leave} once.
     *
     * @param prefix of the user's settings, for messages
     * @throws IllegalArgumentException if others use the ledger on other terms
     */
    static SharedGenerator join(GeneratorConfig config, JdbcWorkerLedger leased, String prefix) {
        SharedGenerator shared = USED.compute(leased.place(), (place, present) -> {
            SharedGenerator used = present == null ? new SharedGenerator(place) : present;
            used.users++;
            return used;
        });
        try {
            shared.openOnce(config, config.terms(leased), prefix);
            return shared;
        } catch (RuntimeException e) {
            shared.leave();
            throw e;
        }
    }

    /** While the ledger is asked, other users of this one wait, and those of other ledgers do not. */
    private synchronized void openOnce(GeneratorConfig config, Map<String, Object> terms, String prefix) {
        Opening first = opening;
        if (first == null) {
            String by = "thread " + Thread.currentThread().getName() + " at " + Instant.now();
            opening = new Opening(config.generator().build(), terms, prefix, by);
        } else if (!terms.equals(first.terms())) {
            throw new IllegalArgumentException(otherThan(first.terms(), terms, prefix) + ", but " + place
                    + " has one generator in this process, which " + first.by() + " opened with "
                    + otherThan(terms, first.terms(), first.prefix()) + ": give all the same");
        }
    }

    /** Those of the terms that differ from the others, as settings. */
    private static String otherThan(Map<String, Object> others, Map<String, Object> terms, String prefix) {
        Map<String, Object> different = new LinkedHashMap<>(terms);
        different.entrySet().removeAll(others.entrySet());
        return different.entrySet().stream()
                .map(term -> prefix + term.getKey() + "=" + term.getValue())
                .collect(Collectors.joining(", "));
    }

    synchronized SnowflakeIdGenerator ids() {
        if (opening == null) {
            throw new IllegalStateException(place + " is not open");
        }
        return opening.ids();
    }

    void leave() {
        boolean hasUsers = USED.computeIfPresent(place, (key, used) -> --used.users == 0 ? null : used) != null;
        if (!hasUsers) {
            close();
        }
    }

    private synchronized void close() {
        if (opening != null) {
            opening.ids().close();
        }
    }
}
