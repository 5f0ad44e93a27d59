package io.snowflakeid.testing.servers;

import org.jspecify.annotations.Nullable;

/** A container engine answers, but a container could not be had from it; the message names the image and the cause. */
final class ContainerFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    ContainerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What the innermost cause says: the outer ones are those of every failure. */
    static String deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && !(deepest instanceof StartingServer.NoAnswer)) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).strip();
    }
}
