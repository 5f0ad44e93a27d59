package io.snowflakeid;

/**
 * Recognises properties with Snowflake ids that do not have {@link SnowflakeRef}, such as those with another framework's annotation. The
 * JSON modules use every implementation that {@link java.util.ServiceLoader} finds, and write these ids as text, too.
 *
 * <p>An implementation is thread-safe. An implementation returns {@code false}, and does not throw, for unknown properties.
 */
public interface IdProperties {

    /**
     * Whether the property has Snowflake ids.
     *
     * @param type the class or interface that declares the field, the getter or the setter of the property; the field may be declared
     *     in a superclass or a subclass of it
     * @param property the name of the property, such as {@code id}
     */
    boolean isId(Class<?> type, String property);
}
