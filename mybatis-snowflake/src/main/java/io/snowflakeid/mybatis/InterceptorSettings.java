package io.snowflakeid.mybatis;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the {@code <plugin>} element of a MyBatis configuration says, checked. */
record InterceptorSettings(
        SnowflakeLayout layout,
        long worker,
        long datacenter,
        @Nullable String namespace,
        @Nullable Path file,
        boolean annotatedOnly) {

    private static final List<String> KNOWN =
            List.of("layout", "worker", "datacenter", "namespace", "file", "annotatedOnly");

    /**
     * @throws IllegalArgumentException if a property is unknown, missing or malformed, naming it
     */
    static InterceptorSettings of(Properties properties) {
        requireKnown(properties);
        SnowflakeLayout layout = SnowflakeLayout.parse(properties.getProperty("layout", "DEFAULT"));
        String worker = properties.getProperty("worker");
        if (worker == null) {
            throw new IllegalArgumentException(
                    "property worker of SnowflakeInterceptor is missing: set it to the worker id of this process, 0 to "
                            + layout.maxWorker() + " with layout " + layout.spec()
                            + ", or construct the interceptor with a generator");
        }
        String namespace = properties.getProperty("namespace");
        String file = properties.getProperty("file");
        return new InterceptorSettings(
                layout,
                number("worker", worker),
                number("datacenter", properties.getProperty("datacenter", "0")),
                namespace == null ? null : notBlank("namespace", namespace, "name one"),
                file == null ? null : Path.of(notBlank("file", file, "name a file")),
                flag("annotatedOnly", properties.getProperty("annotatedOnly", "false")));
    }

    private static void requireKnown(Properties properties) {
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException("property '" + name
                        + "' of SnowflakeInterceptor is unknown; known are " + String.join(", ", KNOWN));
            }
        }
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "property " + name + " of SnowflakeInterceptor must be a whole number, but is '" + value + "'", e);
        }
    }

    private static boolean flag(String name, String value) {
        return switch (value.trim()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "property " + name + " of SnowflakeInterceptor must be true or false, but is '" + value + "'");
        };
    }

    private static String notBlank(String name, String value, String nextStep) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(
                    "property " + name + " of SnowflakeInterceptor must not be blank: leave it out or " + nextStep);
        }
        return value.trim();
    }

    /** Claims the worker and starts. */
    SnowflakeIdGenerator open() {
        FixedWorkerLedger ledger = FixedWorkerLedger.of(layout, datacenter, worker);
        if (namespace != null) {
            ledger = ledger.inNamespace(namespace);
        }
        return SnowflakeIdGenerator.on(file == null ? ledger : ledger.storedIn(file));
    }
}
