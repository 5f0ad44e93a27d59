package io.snowflakeid.verification.makers;

import io.snowflakeid.commandline.CommandFailure;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongConsumer;

/**
 * An id generator that a chaos run can test. Each process finds an {@code IdMaker} by its name in the {@link Source} services on the class path.
 */
public interface IdMaker {

    /** A service, loaded by {@link ServiceLoader}, that supplies makers. */
    interface Source {

        /** Returns new instances of the makers. */
        List<IdMaker> makers();
    }

    /** Returns the value of {@code --maker} that selects this maker. */
    String name();

    /** Describes the maker's settings in one line, for comparisons. */
    String describe(MakerSettings settings);

    /** Returns true if the processes share a database. Each writer uses the database through its own proxy. */
    default boolean needsDatabase() {
        return false;
    }

    /** Prepares the run in the main process before the writers start, for example by creating tables. */
    default void prepare(MakerSettings settings) throws Exception {}

    /** Deletes the data that a chaos run has stored in its databases. Only the main process calls this method, after all writers have ended. */
    default void cleanUp(MakerSettings settings) throws Exception {}

    /** Opens the generator in a writer process. The process calls this method again after an exception. */
    Ids open(MakerSettings settings) throws Exception;

    interface Copy {

        /** Replaces the current shared state by an earlier copy of the state, while processes run. */
        void putBack() throws SQLException;
    }

    /** Copies the shared state in the main process, if the run includes restores. */
    default Copy copy(MakerSettings settings) throws SQLException {
        throw CommandFailure.ofUsage(name() + " does not support copies of its state: remove restores");
    }

    /** Describes the origin of an id, for reports of duplicates. */
    default String explain(long id) {
        return "0x" + Long.toHexString(id);
    }

    interface Ids {

        /** Returns the next id, which is greater than 0. An exception counts as a failed call, and the thread retries the call. */
        long nextId() throws Exception;

        /** Passes ids one by one to the given consumer. An id that the consumer has received counts as generated, even if a later id fails. */
        default void take(int count, LongConsumer taker) throws Exception {
            for (int i = 0; i < count; i++) {
                taker.accept(nextId());
            }
        }

        /** Returns the counters since the start of the process, by name. Reports contain the sum of each counter over all processes. */
        default Map<String, Long> counters() {
            return Map.of();
        }

        default void close() throws Exception {}
    }

    /** Returns the maker with a name, or throws {@link CommandFailure} with the known names. */
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
