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

    /** Those that are open in this JVM. */
    private static final ConcurrentMap<Place, SharedGenerator> OPEN = new ConcurrentHashMap<>();

    /** How the first user opened it. */
    private record Opening(SnowflakeIdGenerator ids, Map<String, Object> terms, String prefix, String by) {}

    private final Place place;
    private @Nullable Opening opening;
    private int users;
    private boolean ended;

    private SharedGenerator(Place place) {
        this.place = place;
    }

    /**
     * One more user, who calls {@link #leave} once.
     *
     * @param prefix of the user's settings, for messages
     * @throws IllegalArgumentException if others use the ledger on other terms
     */
    static SharedGenerator join(GeneratorConfig config, JdbcWorkerLedger leased, String prefix) {
        while (true) {
            SharedGenerator shared = OPEN.computeIfAbsent(leased.place(), SharedGenerator::new);
            if (shared.admit(config, config.terms(leased), prefix)) {
                return shared;
            }
            // its last user has just left, so the next look finds none, or a new one
        }
    }

    /** Blocks those who come meanwhile, and nobody else's ledger. */
    private synchronized boolean admit(GeneratorConfig config, Map<String, Object> terms, String prefix) {
        if (ended) {
            return false;
        }
        if (opening == null) {
            opening = open(config, terms, prefix);
        } else {
            requireSameTerms(terms, prefix, opening);
        }
        users++;
        return true;
    }

    private Opening open(GeneratorConfig config, Map<String, Object> terms, String prefix) {
        try {
            String by = "thread " + Thread.currentThread().getName() + " at " + Instant.now();
            return new Opening(config.generator().build(), terms, prefix, by);
        } catch (RuntimeException e) {
            end();
            throw e;
        }
    }

    private void requireSameTerms(Map<String, Object> terms, String prefix, Opening first) {
        if (!terms.equals(first.terms())) {
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
            throw new IllegalStateException(place + " is not open"); // nobody has joined
        }
        return opening.ids();
    }

    synchronized void leave() {
        users--;
        if (users == 0) {
            end();
            ids().close();
        }
    }

    private void end() {
        ended = true;
        OPEN.remove(place, this);
    }
}
