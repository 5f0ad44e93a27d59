package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.internal.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.LoggerFinder;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In an executable jar, the JDK only finds its own logging, as it does not see nested jars; the library finds the application's. */
class ApplicationLogTest {

    @Test
    void theLoggersOfTheLibrarysOwnClassLoaderAreTaken(@TempDir Path services) throws Exception {
        Path service = services.resolve("META-INF/services/" + LoggerFinder.class.getName());
        Files.createDirectories(service.getParent());
        Files.writeString(service, Finder.class.getName());
        URL[] jars = {services.toUri().toURL(), placeOf(ApplicationLog.class), placeOf(Finder.class)};

        try (URLClassLoader inside = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            Method of = inside.loadClass(ApplicationLog.class.getName()).getMethod("of", Class.class);

            assertThatThrownBy(() -> of.invoke(null, Object.class)).hasRootCauseMessage("asked for java.lang.Object");
        }
        assertThat(ApplicationLog.of(Object.class).getName()).isEqualTo("java.lang.Object");
    }

    private static URL placeOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    public static final class Finder extends LoggerFinder {

        @Override
        public Logger getLogger(String name, Module module) {
            throw new IllegalStateException("asked for " + name);
        }
    }
}
