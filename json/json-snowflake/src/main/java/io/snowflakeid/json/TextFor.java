package io.snowflakeid.json;

/** The choice of longs that are JSON strings. */
public enum TextFor {

    /**
     * Longs in annotated properties are text. A property is annotated if it has {@link io.snowflakeid.SnowflakeRef}, or an annotation with
     * {@code SnowflakeRef}, such as {@code @SnowflakeId}. A property that an {@link io.snowflakeid.IdProperties} reports as an id is annotated, too.
     * An annotated property whose type cannot contain an id is rejected at its first use. The annotation {@code @JsonSerialize(using = …)}, a
     * converter, and {@code @JsonFormat(shape = NUMBER)} have precedence over the mode.
     */
    ANNOTATED,

    /**
     * The mode {@link #ANNOTATED} with warnings, for development. A warning names each property with a {@code long} that is written as a number and
     * that JavaScript may round. {@code BigInteger}, trees of {@code JsonNode}, and numbers that another serializer writes are not checked.
     */
    ANNOTATED_AND_WARN,

    /**
     * Every {@code long} and {@code Long} is text, also in collections, arrays, maps, and properties of type {@code Object}. Values of {@code int}
     * and {@code BigInteger}, and longs with {@code @JsonFormat(shape = NUMBER)}, are numbers.
     */
    ALL_LONGS
}
