package io.snowflakeid.json;

/** The longs that are written as JSON strings and read strictly. */
public enum TextFor {

    /**
     * Longs in annotated properties are text. A property is annotated if it has {@link io.snowflakeid.SnowflakeRef}, if it has an annotation
     * that itself has {@code SnowflakeRef}, such as {@code @SnowflakeId}, or if an {@link io.snowflakeid.IdProperties} reports the property as
     * an id. An annotated property whose type cannot contain an id is rejected at its first use. {@code @JsonSerialize(using = …)}, a converter,
     * and {@code @JsonFormat(shape = NUMBER)} have precedence.
     */
    ANNOTATED,

    /**
     * The mode {@link #ANNOTATED} for development. A warning names each property with a {@code long} that is written as a number and that
     * JavaScript may round. {@code BigInteger}, trees of {@code JsonNode}, and numbers that another serializer writes are not checked.
     */
    ANNOTATED_AND_WARN,

    /**
     * Every {@code long} and {@code Long} is text, also in collections, arrays, maps, and properties of type {@code Object}; {@code int} and
     * {@code BigInteger} are not. Longs of a property with {@code @JsonFormat(shape = NUMBER)} stay numbers.
     */
    ALL_LONGS
}
