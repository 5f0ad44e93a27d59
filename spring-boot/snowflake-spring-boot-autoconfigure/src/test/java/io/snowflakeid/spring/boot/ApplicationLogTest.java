package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.LoggerFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In an executable jar the JDK sees none of the jars inside, and so no logging but its own: the library looks for itself. */
class ApplicationLogTest {

    @Test
    void theLoggersOfTheLibrarysOwnClassLoaderAreTaken(@TempDir Path services) throws Exception {
        Path service = services.resolve("META-INF/services/" + LoggerFinder.class.getName());
        Files.createDirectories(service.getParent());
        Files.writeString(service, Finder.class.getName());
        URL[] jars = {services.toUri().toURL(), placeOf(ApplicationLog.class), placeOf(Finder.class)};

        try (URLClassLoader inside = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            Object logger = inside.loadClass(ApplicationLog.class.getName())
                    .getMethod("of", Class.class)
                    .invoke(null, Object.class);

            assertThat(logger.getClass().getName()).isEqualTo(Line.class.getName());
        }
        assertThat(ApplicationLog.of(Object.class)).isNotInstanceOf(Line.class);
    }

    private static URL placeOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    public static final class Finder extends LoggerFinder {

        @Override
        public Logger getLogger(String name, Module module) {
            return new Line(name);
        }
    }

    record Line(String name) implements Logger {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
    }
}
