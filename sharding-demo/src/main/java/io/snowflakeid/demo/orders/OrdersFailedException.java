package io.snowflakeid.demo.orders;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A run that could not be finished: a table exists already, a database does not answer, a writer failed. */
public final class OrdersFailedException extends CommandFailure {

    private static final long serialVersionUID = 1L;

    OrdersFailedException(String message, @Nullable Throwable cause) {
        super(
                cause != null && FailureLine.causeOf(cause, SQLException.class) != null
                        ? ExitCode.DATABASE
                        : ExitCode.UNEXPECTED,
                message,
                cause);
    }
}
