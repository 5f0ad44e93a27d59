package io.snowflakeid.spring.boot;

import java.time.Period;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code snowflake.*} says beside the settings of the unnamed generator. Nothing is primitive, as an empty text, which means the
 * default, cannot be bound to that.
 *
 * @param enabled Whether anything of this is set up.
 * @param generators Further generators by their names, for Qualifier("NAME") and GeneratedValue(generator = "NAME").
 * @param requiredLifetime How long a layout must last from now on, such as 2y. The start fails if it ends sooner.
 * @param json Which properties of type long are written as text in JSON, so that JavaScript does not round them.
 * @param hibernate Ids of entities.
 * @param mybatis Ids of rows that MyBatis inserts.
 * @param meters What Micrometer is told of the generators.
 */
@ConfigurationProperties("snowflake")
record SnowflakeProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue Map<String, GeneratorProperties> generators,
        @DefaultValue("0d") Period requiredLifetime,
        @DefaultValue("annotated") Json json,
        @DefaultValue Hibernate hibernate,
        @DefaultValue MyBatis mybatis,
        @DefaultValue Meters meters) {

    /** Which properties of type long are text in JSON. */
    enum Json {
        /** Those that bear @SnowflakeId or @SnowflakeRef, and keys to which MyBatis-Plus assigns ids. */
        ANNOTATED,
        /** All. */
        ALL_LONGS,
        /** Those whose value JavaScript would round: the type of a property then differs from object to object. */
        UNSAFE_ONLY,
        /** None. */
        OFF;

        /** As settings spell it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What the start does if ids are not safe in their real columns. */
    enum Columns {
        REFUSE,
        WARN,
        OFF
    }

    /**
     * @param auto Whether every plain GeneratedValue of type long or Long gets a Snowflake id.
     * @param columns What a start does if a real id column is too narrow, AUTO_INCREMENT, or takes two ids for one.
     */
    record Hibernate(
            @DefaultValue("false") Boolean auto,
            @DefaultValue("refuse") Columns columns) {}

    /**
     * @param enabled Whether MyBatis gets the interceptor, and MyBatis-Plus its identifier generator.
     * @param annotatedOnly Whether a keyProperty without SnowflakeId is left to MyBatis, for tables with AUTO_INCREMENT. If not
     *     given, so it is where MyBatis-Plus is used.
     */
    record MyBatis(
            @DefaultValue("true") Boolean enabled, @Nullable Boolean annotatedOnly) {}

    /**
     * @param enabled Whether there are meters at all.
     * @param workers Whether the ledger is asked how many workers are in use, at most once in 30s, when somebody reads these meters.
     */
    record Meters(
            @DefaultValue("true") Boolean enabled,
            @DefaultValue("true") Boolean workers) {}
}
