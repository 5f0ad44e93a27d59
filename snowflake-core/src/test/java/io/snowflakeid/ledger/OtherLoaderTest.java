package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two web applications that each bring this library. */
class OtherLoaderTest {

    private static final long NOW = 1_795_000_000_000_000_000L;
    private static final String PROPERTY = "io.snowflakeid.claim.two-loaders.0.7";

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("io.snowflakeid");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    /** A worker of the library that another loader has brought. */
    private static final class OtherLibrary implements AutoCloseable {
        private final URLClassLoader loader;
        private final Object ledger;

        OtherLibrary() throws Exception {
            URL library = FixedWorkerLedger.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation();
            loader = new URLClassLoader(new URL[] {library}, ClassLoader.getPlatformClassLoader());
            Class<?> layouts = loader.loadClass(SnowflakeLayout.class.getName());
            Class<?> ledgers = loader.loadClass(FixedWorkerLedger.class.getName());
            Object worker = ledgers.getMethod("of", layouts, long.class)
                    .invoke(null, layouts.getField("DEFAULT").get(null), 7L);
            ledger = ledgers.getMethod("inNamespace", String.class).invoke(worker, "two-loaders");
        }

        Object acquire() throws Exception {
            return ledger.getClass().getMethod("acquire", long.class).invoke(ledger, NOW);
        }

        void release(Object grant) throws Exception {
            ledger.getClass().getMethod("release", grant.getClass(), long.class).invoke(ledger, grant, 0L);
        }

        @Override
        public void close() throws IOException {
            loader.close();
        }
    }

    @Test
    void aClaimOfAnotherClassLoaderIsWarnedOfWhileItLasts() throws Exception {
        FixedWorkerLedger here =
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 7).inNamespace("two-loaders");
        try (OtherLibrary other = new OtherLibrary()) {
            Object others = other.acquire();
            WorkerGrant grant = here.acquire(NOW);
            assertThat(lines)
                    .singleElement()
                    .asString()
                    .startsWith(
                            "WARNING worker 7 of datacenter 0 in namespace 'two-loaders' was claimed in this process through"
                                    + " another class loader as well (thread main at 2026-11-18T")
                    .contains(", loader java.net.URLClassLoader@");
            here.release(grant, grant.from());
            assertThat(System.getProperty(PROPERTY)).contains("URLClassLoader");
            other.release(others);
            assertThat(System.getProperty(PROPERTY)).isNull();
            WorkerGrant later = here.acquire(NOW);
            assertThat(lines).hasSize(1);
            here.release(later, later.from());
        }
        assertThat(System.getProperty(PROPERTY)).isNull();
    }
}
