package io.snowflakeid.testing.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Marks a test method that runs on MySQL if MySQL is available, otherwise on MariaDB. With {@code -Dservers=all}, the test method runs on MySQL and
 * on MariaDB. The test method must have a {@link DatabaseServer} parameter.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.snowflakeid.testing.servers.DatabaseServer#mySqlOrMariaDbOrAll")
public @interface OnMySqlOrMariaDb {}
