package io.snowflakeid.json;

/** Which longs are written as JSON strings, and are read as strictly as ids. */
public enum TextFor {

    /**
     * Those in properties that bear {@link io.snowflakeid.SnowflakeRef}, or an annotation that itself bears it, such as
     * {@code @SnowflakeId}; and those that an {@link io.snowflakeid.IdProperties} knows. A marked property whose type cannot hold an
     * id is refused at its first use. {@code @JsonSerialize(using = …)}, a converter, and {@code @JsonFormat(shape = NUMBER)} on it
     * have precedence.
     */
    ANNOTATED,

    /**
     * Every {@code long} and {@code Long}, also in collections, arrays and maps, and where {@code Object} is declared; not
     * {@code int}, not {@code BigInteger}. {@code @JsonFormat(shape = NUMBER)} on a property keeps its longs numbers.
     */
    ALL_LONGS
}
