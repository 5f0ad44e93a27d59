package io.snowflakeid.commandline;

import org.jspecify.annotations.Nullable;

/** Ends a command with a one-line message for the user and an exit code. */
public class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * Creates a failure.
     *
     * @param exitCode one of {@link ExitCode}
     */
    public CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Returns a failure for a database that cannot be used. */
    public static CommandFailure ofDatabase(String message, @Nullable Throwable cause) {
        return new CommandFailure(ExitCode.DATABASE, message, cause);
    }

    /** Returns a failure for an invalid command line. */
    public static CommandFailure ofUsage(String message) {
        return new CommandFailure(ExitCode.USAGE, message, null);
    }

    /** Throws a usage failure that names the option, its value and the allowed values if the value is out of range. */
    public static void requireBetween(String option, long value, long least, long most, String unit) {
        if (value < least || value > most) {
            throw ofUsage(
                    option + " must be between " + least + unit + " and " + most + unit + ", but is " + value + unit);
        }
    }

    public int exitCode() {
        return exitCode;
    }
}
