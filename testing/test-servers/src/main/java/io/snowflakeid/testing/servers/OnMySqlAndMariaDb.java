package io.snowflakeid.testing.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Marks a test of differences between the MySQL and MariaDB dialects. The test takes a {@link DatabaseServer}, and always runs on both servers. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.snowflakeid.testing.servers.DatabaseServer#mySqlAndMariaDb")
public @interface OnMySqlAndMariaDb {}
