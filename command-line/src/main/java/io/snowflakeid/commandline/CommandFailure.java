package io.snowflakeid.commandline;

import org.jspecify.annotations.Nullable;

/** Reports that a command failed, with a one-line message and an exit code. */
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

    /** Returns a failure with {@link ExitCode#DATABASE}. */
    public static CommandFailure ofDatabase(String message, @Nullable Throwable cause) {
        return new CommandFailure(ExitCode.DATABASE, message, cause);
    }

    /** Returns a failure with {@link ExitCode#USAGE}. */
    public static CommandFailure ofUsage(String message) {
        return new CommandFailure(ExitCode.USAGE, message, null);
    }

    /** Throws a usage failure if the value of an option is out of range. */
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
