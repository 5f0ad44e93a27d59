package io.snowflakeid.json;

/** Determines which {@code long} values become JSON strings. */
public enum TextFor {

    /**
     * Longs in annotated properties become JSON strings. An annotated property has {@link io.snowflakeid.SnowflakeRef}, or an annotation that itself
     * has {@code SnowflakeRef}, such as {@code @SnowflakeId}. An {@link io.snowflakeid.IdProperties} service can declare that a property without an
     * annotation contains ids. If the type of an annotated property cannot contain ids, the first use of the property fails. The annotation
     * {@code @JsonSerialize(using = …)}, a converter, and {@code @JsonFormat(shape = NUMBER)} have precedence over {@code SnowflakeRef}.
     */
    ANNOTATED,

    /**
     * Writes the same JSON as {@link #ANNOTATED}, and logs a warning that names a property whose number JavaScript may round.
     * The module logs no warning for {@code BigInteger} values, {@code JsonNode} trees, and numbers from custom serializers.
     */
    ANNOTATED_AND_WARN,

    /**
     * Every {@code long} and {@code Long} becomes a JSON string, also in collections, arrays, maps, and properties of type {@code Object}. Values of
     * {@code int} and {@code BigInteger}, and longs with {@code @JsonFormat(shape = NUMBER)}, remain numbers.
     */
    ALL_LONGS
}
