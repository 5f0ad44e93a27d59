package io.snowflakeid.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Looks like the annotation of hibernate-snowflake, which this module never sees: name and attributes are the contract. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeId {
    String geneFrom() default "";

    String geneOf() default "";

    String format() default "decimal";
}
