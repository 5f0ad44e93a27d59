package io.snowflakeid.json;

/** The longs that are written as JSON strings and read strictly. */
public enum TextFor {

    /**
     * Longs in properties with {@link io.snowflakeid.SnowflakeRef}, with an annotation that itself has it, such as {@code
     * @SnowflakeId}, or that an {@link io.snowflakeid.IdProperties} knows. An annotated property whose type cannot contain an id is
     * rejected at its first use. {@code @JsonSerialize(using = …)}, a converter, and {@code @JsonFormat(shape = NUMBER)} have
     * precedence.
     */
    ANNOTATED,

    /**
     * Like {@link #ANNOTATED}, for development: a warning names each property with a {@code long} that is written as a number and that
     * JavaScript may round. {@code BigInteger}, trees of {@code JsonNode}, and numbers that another serializer writes are not checked.
     */
    ANNOTATED_AND_WARN,

    /**
     * Every {@code long} and {@code Long}, also in collections, arrays, maps, and properties of type {@code Object}; neither {@code
     * int} nor {@code BigInteger}. Longs of a property with {@code @JsonFormat(shape = NUMBER)} stay numbers.
     */
    ALL_LONGS
}
