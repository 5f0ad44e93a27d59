package io.snowflakeid;

/**
 * Recognises properties that contain Snowflake ids but have no {@link SnowflakeRef}, such as properties with an annotation of another framework. The
 * JSON modules load all implementations with {@link java.util.ServiceLoader}, and write the recognised ids as text.
 *
 * <p>An implementation must be thread-safe. For an unknown property, an implementation must return {@code false} and must not throw an exception.
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
