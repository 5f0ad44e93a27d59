package io.snowflakeid.mybatis;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the {@code <plugin>} element of a MyBatis configuration says, checked. */
record InterceptorSettings(FixedWorkerLedger ledger, boolean annotatedOnly) {

    private static final String ANNOTATED_ONLY = "annotatedOnly";
    private static final String PREFIX = "SnowflakeInterceptor.";

    /**
     * @throws IllegalArgumentException if a property is unknown, missing or malformed, naming it
     */
    static InterceptorSettings of(Properties properties) {
        requireKnown(properties);
        Map<String, String> worker = new TreeMap<>();
        FixedWorkerLedger.SETTINGS.stream()
                .filter(properties::containsKey)
                .forEach(name -> worker.put(name, properties.getProperty(name)));
        return new InterceptorSettings(
                FixedWorkerLedger.fromSettings(worker, PREFIX), flag(properties.getProperty(ANNOTATED_ONLY, "false")));
    }

    private static void requireKnown(Properties properties) {
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (!name.equals(ANNOTATED_ONLY) && !FixedWorkerLedger.SETTINGS.contains(name)) {
                throw new IllegalArgumentException("unknown property " + PREFIX + name + ", known are "
                        + String.join(", ", FixedWorkerLedger.SETTINGS) + ", " + ANNOTATED_ONLY);
            }
        }
    }

    private static boolean flag(String value) {
        return switch (value.trim()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        PREFIX + ANNOTATED_ONLY + " must be true or false, but is '" + value + "'");
        };
    }

    /** Claims the worker and starts. */
    SnowflakeIdGenerator open() {
        return SnowflakeIdGenerator.on(ledger);
    }
}
