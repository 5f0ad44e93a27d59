package io.snowflakeid.demo.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a maker of ids is told about its place in the run.
 *
 * @param database where it may keep what it shares with the other processes, in a writer reached through that writer's own proxy;
 *     null if the maker needs none
 * @param furtherDatabases where else, if several share the work
 * @param namespace a name that no other run uses
 * @param windowMillis how long a lease may last, in milliseconds, for makers that have leases
 * @param writer which writer the process is, from 0; a process that replaces a dead one has its number
 * @param incarnation the how-manieth process of that writer it is, from 1; 0 outside of writers
 * @param leftOpen whether other code leaves transactions open on the connections of a pool
 */
public record MakerSettings(
        @Nullable Database database,
        List<Database> furtherDatabases,
        String namespace,
        long windowMillis,
        int writer,
        int incarnation,
        boolean leftOpen) {

    /** Keeps a copy. */
    public MakerSettings {
        furtherDatabases = List.copyOf(furtherDatabases);
    }

    /** With one database, or none. */
    public MakerSettings(
            @Nullable Database database, String namespace, long windowMillis, int writer, int incarnation) {
        this(database, List.of(), namespace, windowMillis, writer, incarnation, false);
    }

    /**
     * The database of a maker that {@link IdMaker#needsDatabase needs} one, and speaks SQL.
     *
     * @throws ChaosFailedException if it was given several, or one that does not
     */
    public Database requireDatabase() {
        List<Database> all = databases();
        if (all.size() > 1 || RedisServer.is(all.get(0))) {
            throw ChaosFailedException.ofUsage("this maker of ids shares one database with tables, but was given "
                    + all.stream().map(Database::typed).toList() + ": pass --ledger once, with a jdbc: address");
        }
        return all.get(0);
    }

    /** All of them, one at least. */
    List<Database> databases() {
        if (database == null) {
            throw new IllegalStateException("this maker was given no database: it must say that it needs one");
        }
        List<Database> all = new ArrayList<>(List.of(database));
        all.addAll(furtherDatabases);
        return all;
    }

    /** @param reached the databases, each through a proxy; none if there are none */
    MakerSettings inWriter(List<Database> reached, int number, int howManieth) {
        return with(reached, namespace, windowMillis, number, howManieth, leftOpen);
    }

    static MakerSettings with(
            List<Database> databases,
            String namespace,
            long windowMillis,
            int writer,
            int incarnation,
            boolean leftOpen) {
        return new MakerSettings(
                databases.isEmpty() ? null : databases.get(0),
                databases.subList(Math.min(1, databases.size()), databases.size()),
                namespace,
                windowMillis,
                writer,
                incarnation,
                leftOpen);
    }
}
