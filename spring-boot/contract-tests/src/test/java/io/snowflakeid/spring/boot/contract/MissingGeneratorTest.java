package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.contract.missing.WrongNameApplication;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Where an entity names a generator that is not there, the message says how to make one. */
class MissingGeneratorTest {

    @Test
    void theNameIsWrong() {
        FailureAnalysis failure = FailedStart.of(WrongNameApplication.class, "snowflake.worker=110");
        assertThat(failure.getDescription())
                .startsWith("cannot generate Entry.id: there is no generator 'aduit', known are []: set")
                .contains("\n\nWhat is set of snowflake.*:\n\n    snowflake.worker=110  (");
        assertThat(failure.getAction())
                .startsWith("Make a bean of type IdGenerator that has the name of the missing generator, or correct the"
                        + " name in @GeneratedValue(generator = ...).");
    }

    @Test
    void allIsSwitchedOff() {
        FailureAnalysis failure =
                FailedStart.of(WrongNameApplication.class, "snowflake.enabled=false", "snowflake.worker=115");
        assertThat(failure.getDescription()).startsWith("cannot generate Entry.id: ");
        assertThat(failure.getAction())
                .isEqualTo(
                        "Remove snowflake.enabled=false, which keeps Hibernate from the generators. Or set what the message"
                                + " names, behind spring.jpa.properties.");
    }
}
