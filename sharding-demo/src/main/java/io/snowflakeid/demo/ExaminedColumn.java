package io.snowflakeid.demo;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.Finding;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.column.IdColumn;
import java.sql.Connection;
import java.sql.SQLException;
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

    private static List<Finding> stored(Connection connection, IdColumn column, SnowflakeLayout layout, Instant now) {
        try {
            return column.storedIds(connection, layout, now);
        } catch (SQLException e) {
            return List.of(new Finding(
                    Severity.WARNING,
                    column.name().table() + "." + column.name().column(),
                    "has rows that could not be read (" + DatabaseFailure.text(e) + ")",
                    "a user who may select from it, to look for ids that lie in the future",
                    null));
        }
    }

    String verdict() {
        if (!judged) {
            return "a text, not judged without --format";
        }
        return findings.isEmpty()
                ? "fine"
                : switch (findings.get(0).severity()) {
                    case ERROR -> "must be mended";
                    case WARNING -> "should be looked at";
                    case NOTE -> "fine, see below";
                };
    }

    boolean mustBeMended() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }
}
