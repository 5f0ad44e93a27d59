package io.snowflakeid.segment;

/**
 * The row of a tag in one database.
 *
 * @param next the smallest number that the next range can contain
 * @param identity a random text that was chosen when the row was created, or an empty text in a table of Leaf or Tinyid
 * @param incarnation the server, database and schema of the row's last change, or an empty text if the row may have lost ranges
 * @param lastChange a random text that changes whenever the next number changes, or an empty text in a table of Leaf or Tinyid
 */
record SegmentRow(long next, TagSettings settings, String identity, String incarnation, String lastChange) {

    static final String UNKNOWN = "";
    static final String NOT_STORED = "not stored"; // the table has no column for the incarnation

    boolean isFrom(String server) {
        return incarnation.equals(server) || incarnation.equals(NOT_STORED);
    }

    SegmentRow with(long newNext, String newIncarnation, String newChange) {
        return new SegmentRow(newNext, settings, identity, newIncarnation, newChange);
    }
}
