package io.snowflakeid.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/** The generators of {@code snowflake.generators.*}; after the unnamed one, which none of them replaces. */
@AutoConfiguration(after = SnowflakeAutoConfiguration.class)
@ConditionalOnSwitch("snowflake.enabled")
@Import(NamedGenerators.class)
public class SnowflakeNamedGeneratorsAutoConfiguration {}
