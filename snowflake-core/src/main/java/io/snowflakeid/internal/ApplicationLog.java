package io.snowflakeid.internal;

import java.lang.System.LoggerFinder;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Provides the loggers of this library and of its adapters. The JDK searches only the system class loader for a {@link LoggerFinder}. This class
 * searches its own class loader first, because the system class loader cannot read a WAR file or an executable jar of Spring Boot.
 */
public final class ApplicationLog {

    private static final @Nullable LoggerFinder OWN_FINDER = ownFinder();

    private ApplicationLog() {}

    /** Returns a logger that has the name of the given class. */
    public static System.Logger of(Class<?> type) {
        return OWN_FINDER == null
                ? System.getLogger(type.getName())
                : OWN_FINDER.getLogger(type.getName(), type.getModule());
    }

    private static @Nullable LoggerFinder ownFinder() {
        try {
            return ServiceLoader.load(LoggerFinder.class, ApplicationLog.class.getClassLoader())
                    .findFirst()
                    .orElse(null);
        } catch (ServiceConfigurationError e) {
            return null; // the JDK's search also ignores a broken finder
        }
    }
}
