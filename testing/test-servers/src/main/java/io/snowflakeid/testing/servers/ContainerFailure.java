package io.snowflakeid.testing.servers;

import org.jspecify.annotations.Nullable;

/** Thrown if a container cannot be started although the container engine responds. */
final class ContainerFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    ContainerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the message of the innermost cause, because Testcontainers uses the same outer messages for all failures. */
    static String deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && !(deepest instanceof StartingServer.NoResponse)) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).strip();
    }
}
