package io.snowflakeid.verification.makers;

import io.snowflakeid.commandline.CommandFailure;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongConsumer;

/**
 * A way to make ids that a chaos run can put to the test. It is found by its name among those that the {@link Source}s of the class
 * path offer, in the process that conducts the run and in every writer.
 */
public interface IdMaker {

    /** A service ({@link ServiceLoader}) that offers makers. */
    interface Source {

        /** Each time new ones. */
        List<IdMaker> makers();
    }

    /** What {@code --maker} calls it. */
    String name();

    /** The settings that it runs with, in one line, for people who compare makers. */
    String describe(MakerSettings settings);

    /** True if the processes share a database; then every writer has a proxy of its own in front of it, and loses it now and then. */
    default boolean needsDatabase() {
        return false;
    }

    /** Called once, in the process that conducts the run, before there is any writer: for tables, for instance. */
    default void prepare(MakerSettings settings) throws Exception {}

    /** Called once when all writers have ended: leaves nothing behind. */
    default void cleanUp(MakerSettings settings) throws Exception {}

    /** Called in each writer process. It is called again, after a little while, if it throws. */
    Ids open(MakerSettings settings) throws Exception;

    /** An older state of what the makers share. */
    interface Copy {

        /** In the place of what is there now, under running processes, and as the maker's guide says. */
        void putBack() throws SQLException;
    }

    /** Called now and then in the process that conducts the run, if it is asked for restores. */
    default Copy copy(MakerSettings settings) throws SQLException {
        throw CommandFailure.ofUsage(name() + " has no copy of its state taken here: leave restores out");
    }

    /** What an id says about its origin, for the report on a duplicate. */
    default String explain(long id) {
        return "0x" + Long.toHexString(id);
    }

    /** Where the ids of one process come from. Its threads share it. */
    interface Ids {

        /** The next id, greater than 0. What it throws counts as a failed call, and the thread tries again. */
        long nextId() throws Exception;

        /** Hands on that many ids, each at once; those that were handed on count even if it throws then. */
        default void take(int count, LongConsumer taker) throws Exception {
            for (int i = 0; i < count; i++) {
                taker.accept(nextId());
            }
        }

        /** What else is worth counting, from the start of the process, by name; summed up over all processes. */
        default Map<String, Long> counters() {
            return Map.of();
        }

        /** Ends the maker in a process that ends in peace. */
        default void close() throws Exception {}
    }

    /**
     * The maker of that name.
     *
     * @throws CommandFailure if there is none, with the names that there are
     */
    static IdMaker named(String name) {
        List<IdMaker> known = ServiceLoader.load(Source.class).stream()
                .flatMap(source -> source.get().makers().stream())
                .toList();
        return known.stream()
                .filter(maker -> maker.name().equals(name))
                .findFirst()
                .orElseThrow(() -> CommandFailure.ofUsage(
                        "--maker is not known: there is no maker of ids called '" + name + "', but "
                                + known.stream().map(IdMaker::name).sorted().toList()));
    }
}
