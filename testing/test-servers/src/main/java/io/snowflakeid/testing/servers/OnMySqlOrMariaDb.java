package io.snowflakeid.testing.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of what the two dialects do alike, which takes a {@link DatabaseServer}: it runs on MySQL where it can be had, else on
 * MariaDB; with {@code -Dservers=all}, as the profile {@code nightly} has it, on both.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.snowflakeid.testing.servers.DatabaseServer#mySqlOrMariaDbOrAll")
public @interface OnMySqlOrMariaDb {}
