package io.snowflakeid.testing.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of behavior that is equal in the two dialects. The test takes a {@link DatabaseServer}, and runs on MySQL if available, otherwise on
 * MariaDB; with {@code -Dservers=all}, which the profile {@code nightly} sets, on both.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.snowflakeid.testing.servers.DatabaseServer#mySqlOrMariaDbOrAll")
public @interface OnMySqlOrMariaDb {}
