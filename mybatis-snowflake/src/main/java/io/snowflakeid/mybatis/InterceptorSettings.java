package io.snowflakeid.mybatis;

import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the {@code <plugin>} element of a MyBatis configuration says: texts; what code puts in may also be a data source. */
record InterceptorSettings(Map<String, Object> generator, boolean annotatedOnly) {

    private static final String ANNOTATED_ONLY = "annotatedOnly";
    private static final String PREFIX = "SnowflakeInterceptor.";

    /**
     * @throws IllegalArgumentException if a property is unknown, or {@code annotatedOnly} is neither true nor false
     */
    static InterceptorSettings of(Properties properties) {
        Map<String, Object> generator = new TreeMap<>();
        for (String name : namesIn(properties)) {
            if (GeneratorConfig.settingNames().contains(name)) {
                Object object = properties.get(name);
                generator.put(name, object == null ? properties.getProperty(name) : object);
            } else if (!name.equals(ANNOTATED_ONLY)) {
                throw new IllegalArgumentException("unknown property " + PREFIX + name + ", known are "
                        + String.join(", ", GeneratorConfig.settingNames()) + ", " + ANNOTATED_ONLY);
            }
        }
        return new InterceptorSettings(generator, flag(properties.getProperty(ANNOTATED_ONLY, "false")));
    }

    /** Those of texts with their defaults, and those of objects. */
    private static Set<String> namesIn(Properties properties) {
        Set<String> names = new TreeSet<>(properties.stringPropertyNames());
        properties.keySet().forEach(name -> names.add(name.toString()));
        return names;
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

    /**
     * Claims or leases the worker, and starts.
     *
     * @throws IllegalArgumentException if a property is missing or malformed, naming it
     */
    ConfiguredGenerator open() {
        return ConfiguredGenerator.open(generator, PREFIX, JndiNames::find);
    }
}
