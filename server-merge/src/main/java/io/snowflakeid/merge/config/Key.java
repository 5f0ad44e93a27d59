package io.snowflakeid.merge.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What is special about a key of {@code merge.yaml}, which is a component of a record: see {@link Setting}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Key {

    /** What it is called, if not as the component in lower case with hyphens. */
    String name() default "";

    /** The text that is read where the key is absent; empty for an empty list, mapping or section, or for null. */
    String otherwise() default "";

    /** What to write, for a key that must be there; empty if it may be absent. */
    String missing() default "";

    long least() default Long.MIN_VALUE;

    long greatest() default Long.MAX_VALUE;
}
