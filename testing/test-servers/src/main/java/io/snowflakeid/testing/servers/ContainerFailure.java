package io.snowflakeid.testing.servers;

import org.jspecify.annotations.Nullable;

/** The container engine responds, but a container could not be started. The message has the image and the cause. */
final class ContainerFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    ContainerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The message of the innermost cause, since the outer ones are the same for every failure. */
    static String deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && !(deepest instanceof StartingServer.NoResponse)) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).strip();
    }
}
