package io.snowflakeid.merge.sql;

import java.sql.SQLException;

/** A server's failure, with the step of the merge in which it occurred. */
public final class StepFailure extends SQLException {

    private static final long serialVersionUID = 1L;

    private final String step;

    private StepFailure(String step, SQLException failure) {
        super(failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), failure);
        this.step = step;
    }

    /** Adds a step, unless the failure has an inner step already. */
    public static SQLException of(String step, SQLException failure) {
        return failure instanceof StepFailure ? failure : new StepFailure(step, failure);
    }

    /** The step, for instance {@code copy rows of players from s2}. */
    public String step() {
        return step;
    }
}
