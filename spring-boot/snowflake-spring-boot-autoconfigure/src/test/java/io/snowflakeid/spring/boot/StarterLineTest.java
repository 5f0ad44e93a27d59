package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StarterLineTest {

    private static Predicate<String> withStarterOf(String line) {
        return ("io.snowflakeid.spring.boot" + line + ".SnowflakeHibernateAutoConfiguration")::equals;
    }

    @Test
    void theStarterOfTheOtherLineIsRefused() {
        SnowflakeStartException refusal = catchThrowableOfType(
                SnowflakeStartException.class, () -> StarterLine.require("4.1.1", withStarterOf("3")));
        assertThat(refusal).hasMessage("snowflake-spring-boot3-starter needs Spring Boot 3, but this is 4.1.1.");
        assertThat(refusal.action()).isEqualTo("Use snowflake-spring-boot4-starter instead.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.3.13", "3.2.0", "3.0.0-RC1", "2.7.18"})
    void aLineThatIsTooOldIsRefused(String version) {
        SnowflakeStartException refusal = catchThrowableOfType(
                SnowflakeStartException.class, () -> StarterLine.require(version, withStarterOf("3")));
        assertThat(refusal).hasMessage("The starter needs Spring Boot 3.4 or newer, but this is " + version + ".");
        assertThat(refusal.action()).startsWith("Update Spring Boot.");
    }

    /** Without a starter, and on a future Boot version, nothing is checked. */
    @ParameterizedTest
    @CsvSource({"3.4.0, 3", "3.10.0, 3", "3.5.16, 3", "4.0.0, 4", "4.1.1, none", "5.0.0, 4"})
    void theStarterOfThisLineIsRight(String version, String starter) {
        assertThatCode(() -> StarterLine.require(version, withStarterOf(starter)))
                .doesNotThrowAnyException();
    }
}
