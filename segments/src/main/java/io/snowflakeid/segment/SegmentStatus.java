package io.snowflakeid.segment;

import java.util.List;

/**
 * The state of a {@link SegmentIdSource} at one moment, for meters and health checks.
 *
 * @param tag the tag
 * @param step how many numbers the next range has
 * @param numbersLeft how many numbers calls can return without a query to a database
 * @param max the largest number that the tag can reach
 * @param waits how many calls waited for a database
 * @param numbersGivenBack how many numbers {@code close()} gave back
 * @param databases the databases, in the order in which they were added
 */
public record SegmentStatus(
        String tag,
        long step,
        long numbersLeft,
        long max,
        long waits,
        long numbersGivenBack,
        List<Database> databases) {

    /** Copies the list. */
    public SegmentStatus {
        databases = List.copyOf(databases);
    }

    /**
     * The state of one database.
     *
     * @param name the name of the table and the address of the database
     * @param rangesLoaded how many ranges this process was given
     * @param end the first number after the last range that this process was given, or 0
     * @param numbersLost the largest possible count of numbers that were lost because the result of a commit was unknown
     * @param failure why the last range could not be loaded, or an empty text
     */
    public record Database(String name, long rangesLoaded, long end, long numbersLost, String failure) {}
}
