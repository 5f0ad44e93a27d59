package io.snowflakeid;

/**
 * Finds properties that are given Snowflake ids and do not bear {@link SnowflakeRef}, such as those that another framework marks in a
 * way of its own. The JSON modules ask every implementation that {@link java.util.ServiceLoader} finds, and write these ids as text,
 * too.
 *
 * <p>An implementation is thread-safe. It answers {@code false}, and does not throw, for what it does not know.
 */
public interface IdProperties {

    /**
     * Whether the property is given Snowflake ids.
     *
     * @param type the class or interface that declares the field, the getter or the setter of the property; the field may be declared
     *     in a superclass or a subclass of it
     * @param property the name of the property, such as {@code id}
     */
    boolean isId(Class<?> type, String property);
}
