package io.snowflakeid.merge.sql;

import java.sql.SQLException;

/** What the server said, and what it was asked for. */
public final class StepFailure extends SQLException {

    private static final long serialVersionUID = 1L;

    private final String step;

    private StepFailure(String step, SQLException failure) {
        super(failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), failure);
        this.step = step;
    }

    /** The same failure with its step; the innermost step is reported. */
    public static SQLException of(String step, SQLException failure) {
        return failure instanceof StepFailure ? failure : new StepFailure(step, failure);
    }

    /** Such as {@code copy rows of players from s2}. */
    public String step() {
        return step;
    }
}
