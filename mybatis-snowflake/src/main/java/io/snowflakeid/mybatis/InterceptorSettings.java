package io.snowflakeid.mybatis;

import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The parsed properties of MyBatis's {@code plugin} element. A property value is a string, or a data source object if the application sets the
 * properties in code.
 */
record InterceptorSettings(Map<String, Object> generator, boolean annotatedOnly) {

    private static final String ANNOTATED_ONLY = "annotatedOnly";
    private static final String PREFIX = "SnowflakeInterceptor.";

    static InterceptorSettings of(Properties properties) {
        Map<String, Object> generator = new TreeMap<>();
        // Properties#keySet omits default values, and Properties#stringPropertyNames omits values that are not strings.
        Set<String> names = new TreeSet<>(properties.stringPropertyNames());
        properties.keySet().forEach(name -> names.add(name.toString()));
        for (String name : names) {
            if (GeneratorConfig.settingNames().contains(name)) {
                Object object = properties.get(name);
                generator.put(name, object == null ? properties.getProperty(name) : object);
            } else if (!name.equals(ANNOTATED_ONLY)) {
                throw new IllegalArgumentException("unknown property " + PREFIX + name + ", known are "
                        + String.join(", ", GeneratorConfig.settingNames()) + ", " + ANNOTATED_ONLY);
            }
        }
        String flag = properties.getProperty(ANNOTATED_ONLY, "false");
        if (!Set.of("true", "false").contains(flag.trim())) {
            throw new IllegalArgumentException(
                    PREFIX + ANNOTATED_ONLY + " must be true or false, but is '" + flag + "'");
        }
        return new InterceptorSettings(generator, flag.trim().equals("true"));
    }

    /** @throws IllegalArgumentException if a property is missing or malformed, with a message that names the property */
    ConfiguredGenerator open() {
        return ConfiguredGenerator.open(generator, PREFIX, InterceptorSettings::inJndi);
    }

    // The JNDI name comes from the application's configuration. A JNDI name that begins with java: or jdbc/ cannot
    // refer to a remote server.
    @SuppressWarnings("BanJNDI")
    private static Object inJndi(String name) {
        if (!name.startsWith("java:") && !name.startsWith("jdbc/")) {
            throw new IllegalArgumentException("'" + name + "' is neither a jdbc: address nor a JNDI name (java:… or"
                    + " jdbc/…): give one of them, or put a " + DataSource.class.getName()
                    + " object into the properties in code");
        }
        try {
            return InitialContext.<Object>doLookup(name);
        } catch (NamingException e) {
            throw new IllegalArgumentException("JNDI has no '" + name + "' (" + e + ")", e);
        }
    }
}
