package io.snowflakeid;

/**
 * Recognises properties that contain Snowflake ids without {@link SnowflakeRef}, such as properties with another framework's annotation. The JSON
 * modules load every implementation through {@link java.util.ServiceLoader}, and write the recognised ids as text, too.
 *
 * <p>An implementation must be thread-safe. For an unknown property, an implementation must return {@code false} and must not throw.
 */
public interface IdProperties {

    /**
     * Returns true if the property contains Snowflake ids.
     *
     * @param type a class that declares a getter, setter or field of the property
     * @param property the name of the property, such as {@code id}
     */
    boolean isId(Class<?> type, String property);
}
