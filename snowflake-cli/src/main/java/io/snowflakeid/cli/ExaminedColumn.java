package io.snowflakeid.cli;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.Finding;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.DatabaseFailure;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One column with all that was found out about it.
 *
 * @param judged false for a text of which nobody said that it holds ids
 */
record ExaminedColumn(IdColumn column, boolean judged, List<Finding> findings) {

    private static final Duration CLOCKS_DIFFER_BY = Duration.ofMinutes(1);

    /** @param format how ids are written in texts; null leaves texts alone */
    static ExaminedColumn of(
            Connection connection, IdColumn column, SnowflakeLayout layout, @Nullable IdFormat format, Instant now) {
        List<Finding> findings = new ArrayList<>();
        if (!column.isText()) {
            findings.addAll(column.findings(layout));
        } else if (format != null) {
            findings.addAll(column.findings(layout, format));
        } else {
            return new ExaminedColumn(column, false, findings);
        }
        findings.addAll(stored(connection, column, layout, now));
        return new ExaminedColumn(column, true, findings);
    }

    /**
     * Whether a stored id is larger than those that the layout makes now, so that new ids sort below it and a later one may equal it.
     * Reads the largest number of the column, which an index answers at once.
     */
    private static List<Finding> stored(Connection connection, IdColumn column, SnowflakeLayout layout, Instant now) {
        if (!column.isNumber()) {
            return List.of();
        }
        try {
            BigInteger largest = new StoredIds(connection, column).greatest().orElse(BigInteger.ZERO);
            if (largest.compareTo(BigInteger.valueOf(layout.maxIdAt(now.plus(CLOCKS_DIFFER_BY)))) <= 0) {
                return List.of();
            }
            boolean ofLayout = largest.bitLength() <= layout.bits();
            return List.of(
                    finding(
                            column,
                            "holds " + largest + ", which is larger than any id that this layout makes "
                                    + (ofLayout
                                            ? "before "
                                                    + layout.decode(largest.longValue())
                                                            .timestamp() + ", and may be made again then"
                                            : "at any time"),
                            "a layout of more bits or an earlier epoch, so that new ids are larger, or other ids for those rows"));
        } catch (SQLException e) {
            return List.of(finding(
                    column,
                    "has rows that could not be read (" + DatabaseFailure.text(e) + ")",
                    "a user who may select from it, to look for ids that lie in the future"));
        }
    }

    private static Finding finding(IdColumn column, String seen, String needed) {
        return new Finding(
                Severity.WARNING, column.name().table() + "." + column.name().column(), seen, needed);
    }

    String verdict() {
        if (!judged) {
            return "a text, not judged without --format";
        }
        return findings.isEmpty()
                ? "fine"
                : switch (findings.get(0).severity()) {
                    case ERROR -> "must be fixed";
                    case WARNING -> "should be looked at";
                };
    }

    boolean mustBeFixed() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }
}
