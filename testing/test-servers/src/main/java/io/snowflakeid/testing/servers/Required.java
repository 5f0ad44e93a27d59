package io.snowflakeid.testing.servers;

import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/**
 * Skips or fails a test whose precondition is missing. The test fails if {@code -Drequired} is {@code all} or contains the missing precondition, as
 * in {@code -Drequired=mysql,node}. If the precondition is not required, the test is skipped with a message.
 */
public final class Required {

    private Required() {}

    /** Ends the calling test. The text {@code why} describes what is missing and how to provide it. */
    public static AssertionError missing(String what, String why) {
        if (isRequired(what, System.getProperty("required", ""))) {
            throw new AssertionError(why + " (-Drequired=" + what + ")");
        }
        System.out.println("SKIPPED: " + why);
        Assumptions.abort(why);
        return new AssertionError(why); // this line is never reached
    }

    static boolean isRequired(String what, String required) {
        return Arrays.stream(required.split(",", -1))
                .map(String::strip)
                .anyMatch(name -> name.equals("all") || name.equals(what));
    }
}
