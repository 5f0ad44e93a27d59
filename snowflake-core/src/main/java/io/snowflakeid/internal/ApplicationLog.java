package io.snowflakeid.internal;

import java.lang.System.LoggerFinder;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Provides the loggers of this library and of its adapters. A {@link LoggerFinder} in the class loader of this library has precedence over the JDK's
 * search. The JDK searches only the system class loader, which cannot read an executable jar of Spring Boot or a WAR file. Without this class, log
 * lines would go to {@code java.util.logging}, which is already closed while an application is still stopping.
 */
public final class ApplicationLog {

    private static final @Nullable LoggerFinder OWN_FINDER = ownFinder();

    private ApplicationLog() {}

    /** Returns the logger with the name of a class. This method never throws an exception, and returns the JDK's logger if no finder can be used. */
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
            return null; // the JDK cannot use a broken finder either
        }
    }
}
