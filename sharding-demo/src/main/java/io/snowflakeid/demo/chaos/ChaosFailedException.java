package io.snowflakeid.demo.chaos;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A run that could not be carried through: it says nothing about ids. */
public final class ChaosFailedException extends CommandFailure {

    private static final long serialVersionUID = 1L;

    private ChaosFailedException(int exitCode, String message, @Nullable Throwable cause) {
        super(exitCode, message, cause);
    }

    static ChaosFailedException because(String message, @Nullable Throwable cause) {
        boolean ofDatabase = cause != null && FailureLine.causeOf(cause, SQLException.class) != null;
        return new ChaosFailedException(ofDatabase ? ExitCode.DATABASE : ExitCode.UNEXPECTED, message, cause);
    }

    /** This machine cannot do what was asked for. */
    public static ChaosFailedException ofUsage(String message) {
        return new ChaosFailedException(ExitCode.USAGE, message, null);
    }
}
