package io.snowflakeid.merge.sql;

import java.sql.SQLException;

/** A database exception with the name of the merge step that failed. */
public final class StepFailure extends SQLException {

    private static final long serialVersionUID = 1L;

    private final String step;

    private StepFailure(String step, SQLException failure) {
        super(failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), failure);
        this.step = step;
    }

    /** Adds the name of a merge step to an exception, unless the exception already contains the name of a step. */
    public static SQLException of(String step, SQLException failure) {
        return failure instanceof StepFailure ? failure : new StepFailure(step, failure);
    }

    /** Returns the name of the failed merge step, such as {@code copy rows of players from s2}. */
    public String step() {
        return step;
    }
}
