package io.snowflakeid.demo;

import org.jspecify.annotations.Nullable;

/** Ends the run with one line for the user and an exit code. */
final class DemoFailure extends RuntimeException {

    private final int exitCode;

    /** @param exitCode one of {@link ExitCode} */
    DemoFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static DemoFailure ofDatabase(String message, @Nullable Throwable cause) {
        return new DemoFailure(ExitCode.DATABASE, message, cause);
    }

    static DemoFailure ofUsage(String message) {
        return new DemoFailure(ExitCode.USAGE, message, null);
    }

    int exitCode() {
        return exitCode;
    }
}
