package io.snowflakeid.testing.servers;

import org.jspecify.annotations.Nullable;

/** Reports an image whose container could not be started although the container engine responds, with the cause. */
final class ContainerFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    ContainerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the message of the innermost cause, because the outer messages are the same for every failure. */
    static String deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && !(deepest instanceof StartingServer.NoResponse)) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).strip();
    }
}
