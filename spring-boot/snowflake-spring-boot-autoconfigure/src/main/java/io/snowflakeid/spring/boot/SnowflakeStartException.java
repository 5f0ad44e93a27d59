package io.snowflakeid.spring.boot;

import org.jspecify.annotations.Nullable;

/** Thrown if the application cannot start because of invalid settings. Spring Boot prints the exception as a description and an action. */
final class SnowflakeStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    SnowflakeStartException(String description, String action) {
        this(description, action, null);
    }

    SnowflakeStartException(String description, String action, @Nullable Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
