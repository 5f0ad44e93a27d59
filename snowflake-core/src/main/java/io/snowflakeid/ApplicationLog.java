package io.snowflakeid;

import java.lang.System.LoggerFinder;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The loggers of this library and of its adapters: those of {@link System#getLogger(String)}, but the {@link LoggerFinder} is searched for in
 * the class loader of this library first. The JDK searches the system class loader alone, which cannot read an executable jar of Spring Boot or a WAR
 * file: lines would go to {@code java.util.logging}, which is closed while an application is still stopping.
 */
public final class ApplicationLog {

    private static final @Nullable LoggerFinder OWN_FINDER = ownFinder();

    private ApplicationLog() {}

    /** The logger that has the name of a class. Never throws: without a usable finder, the logger is the JDK's. */
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
            return null; // the JDK cannot use such a finder either
        }
    }
}
