package io.snowflakeid.demo.chaos;

import org.jspecify.annotations.Nullable;

/** A run that could not be carried through: it says nothing about ids. */
public final class ChaosFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean askedForTooMuch;

    private ChaosFailedException(String message, @Nullable Throwable cause, boolean askedForTooMuch) {
        super(message, cause);
        this.askedForTooMuch = askedForTooMuch;
    }

    static ChaosFailedException because(String message, @Nullable Throwable cause) {
        return new ChaosFailedException(message, cause, false);
    }

    /** This machine cannot do what was asked for. */
    static ChaosFailedException ofUsage(String message) {
        return new ChaosFailedException(message, null, true);
    }

    /** True if the command line must be changed, or another machine be used. */
    public boolean askedForTooMuch() {
        return askedForTooMuch;
    }
}
