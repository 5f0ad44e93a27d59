package io.snowflakeid.demo.chaos;

import io.snowflakeid.demo.DemoDatabase;
import org.jspecify.annotations.Nullable;

/**
 * What a maker of ids is told about its place in the run.
 *
 * @param database where it may keep what it shares with the other processes, in a writer reached through that writer's own proxy;
 *     null if the maker needs none
 * @param namespace a name that no other run uses
 * @param windowMillis how long a lease may last, in milliseconds, for makers that have leases
 * @param writer which writer the process is, from 0; a process that replaces a dead one has its number
 * @param incarnation the how-manieth process of that writer it is, from 1; 0 outside of writers
 */
public record MakerSettings(
        @Nullable DemoDatabase database, String namespace, long windowMillis, int writer, int incarnation) {

    /** The database of a maker that {@link IdMaker#needsDatabase needs} one. */
    public DemoDatabase requireDatabase() {
        if (database == null) {
            throw new IllegalStateException("this maker was given no database: it must say that it needs one");
        }
        return database;
    }

    MakerSettings inWriter(@Nullable DemoDatabase reachedThroughProxy, int number, int howManieth) {
        return new MakerSettings(reachedThroughProxy, namespace, windowMillis, number, howManieth);
    }
}
