package io.snowflakeid.verification.makers;

import io.snowflakeid.commandline.CommandFailure;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongConsumer;

/**
 * An id generator that a chaos run can test. The main process and every writer find the maker by its name among the makers of all {@link Source}s on
 * the class path.
 */
public interface IdMaker {

    /** A service ({@link ServiceLoader}) that supplies makers. */
    interface Source {

        /** Returns new makers. */
        List<IdMaker> makers();
    }

    /** The value of {@code --maker}. */
    String name();

    /** Describes the maker's settings in one line, for comparisons. */
    String describe(MakerSettings settings);

    /** True if the processes share a database. Every writer then has a proxy in front of it, for outages. */
    default boolean needsDatabase() {
        return false;
    }

    /** Called once in the main process before the writers start, for example to create tables. */
    default void prepare(MakerSettings settings) throws Exception {}

    /** Called once after all writers have ended, to remove the data of the run. */
    default void cleanUp(MakerSettings settings) throws Exception {}

    /** Called in each writer process. A call that throws is retried. */
    Ids open(MakerSettings settings) throws Exception;

    /** A copy of the makers' shared state. */
    interface Copy {

        /** Replaces the current state while processes run, in the documented way. */
        void putBack() throws SQLException;
    }

    /** Called in the main process if the run includes restores. */
    default Copy copy(MakerSettings settings) throws SQLException {
        throw CommandFailure.ofUsage(name() + " does not support copies of its state: remove restores");
    }

    /** Describes the origin of an id, for reports of duplicates. */
    default String explain(long id) {
        return "0x" + Long.toHexString(id);
    }

    /** The generator of one process, shared by its threads. */
    interface Ids {

        /** Returns the next id, greater than 0. An exception counts as a failed call, and the thread retries. */
        long nextId() throws Exception;

        /** Passes ids to the consumer one by one. Passed ids count even if the call throws later. */
        default void take(int count, LongConsumer taker) throws Exception {
            for (int i = 0; i < count; i++) {
                taker.accept(nextId());
            }
        }

        /** Further counters since the start of the process, by name. Reports have their sums over all processes. */
        default Map<String, Long> counters() {
            return Map.of();
        }

        /** Closes the maker in a process that ends normally. */
        default void close() throws Exception {}
    }

    /**
     * Finds a maker.
     *
     * @throws CommandFailure if the name is unknown; the message has the known names
     */
    static IdMaker named(String name) {
        List<IdMaker> known = ServiceLoader.load(Source.class).stream()
                .flatMap(source -> source.get().makers().stream())
                .toList();
        return known.stream()
                .filter(maker -> maker.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        CommandFailure.ofUsage("--maker is unknown: there is no generator '" + name + "', known are "
                                + known.stream().map(IdMaker::name).sorted().toList()));
    }
}
