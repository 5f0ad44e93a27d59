package io.snowflakeid.spring.boot;

import org.jspecify.annotations.Nullable;

/** Invalid settings, with which the application cannot start; shown as a description and an action. */
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
