package io.snowflakeid.commandline;

import org.jspecify.annotations.Nullable;

/** Ends a command with one line for the user and an exit code. */
public class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * With a cause, if any.
     *
     * @param exitCode one of {@link ExitCode}
     */
    public CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** A database cannot be used. */
    public static CommandFailure ofDatabase(String message, @Nullable Throwable cause) {
        return new CommandFailure(ExitCode.DATABASE, message, cause);
    }

    /** What was typed must be changed. */
    public static CommandFailure ofUsage(String message) {
        return new CommandFailure(ExitCode.USAGE, message, null);
    }

    /** Throws one that names a number option, its value with the unit, and the values allowed. */
    public static void requireBetween(String option, long value, long least, long most, String unit) {
        if (value < least || value > most) {
            throw ofUsage(
                    option + " must be between " + least + unit + " and " + most + unit + ", but is " + value + unit);
        }
    }

    /** See {@link ExitCode}. */
    public int exitCode() {
        return exitCode;
    }
}
