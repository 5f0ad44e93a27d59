package io.snowflakeid.testing.servers;

import org.jspecify.annotations.Nullable;

/** A container engine answers, but a container could not be had from it; the message names the image and the cause. */
final class ContainerFailure extends Exception {
    ContainerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
