package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.ledger.LedgerUse.Place;
import io.snowflakeid.ledger.LedgerUse.Terms;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one generator that all users of a ledger, namespace and scope have in this process: opened by the first, closed by the last.
 * So an application with several adapters takes one worker, not one for each.
 */
final class SharedGenerator {

    /** Who has which ledger open in this JVM. */
    private static final ConcurrentMap<Place, SharedGenerator> OPEN = new ConcurrentHashMap<>();

    /** How the first user opened it. */
    private record Opening(SnowflakeIdGenerator ids, LedgerUse use, String by) {}

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
     * @throws IllegalArgumentException if others use the ledger on other terms
     */
    static SharedGenerator join(LedgerUse use) {
        while (true) {
            SharedGenerator shared = OPEN.computeIfAbsent(use.place(), SharedGenerator::new);
            if (shared.admit(use)) {
                return shared;
            }
            // its last user has just left, so the next look finds none, or a new one
        }
    }

    /** Blocks those who come meanwhile, and nobody else's ledger. */
    private synchronized boolean admit(LedgerUse use) {
        if (ended) {
            return false;
        }
        if (opening == null) {
            opening = open(use);
        } else {
            requireSameTerms(use, opening);
        }
        users++;
        return true;
    }

    private Opening open(LedgerUse use) {
        try {
            String by = "thread " + Thread.currentThread().getName() + " at " + Instant.now();
            return new Opening(use.generator().build(), use, by);
        } catch (RuntimeException e) {
            end();
            throw e;
        }
    }

    private void requireSameTerms(LedgerUse use, Opening first) {
        Terms terms = first.use().terms();
        Map<String, Object> wanted = use.terms().otherThan(terms);
        if (!wanted.isEmpty()) {
            throw new IllegalArgumentException(listed(use, wanted) + ", but " + place
                    + " has one generator in this process, which " + first.by() + " opened with "
                    + listed(first.use(), terms.otherThan(use.terms())) + ": give all the same");
        }
    }

    private static String listed(LedgerUse use, Map<String, Object> settings) {
        return settings.entrySet().stream()
                .map(setting -> use.asWritten().apply(setting.getKey()) + "=" + setting.getValue())
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
