package io.snowflakeid.testing.servers;

import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/**
 * Skips a test if a precondition, such as {@code mysql}, is not available. If the system property {@code required} lists the precondition or the word
 * {@code all}, the test fails instead of being skipped.
 */
public final class Required {

    private Required() {}

    /** Skips the current test, or fails the test if {@code what} is required. The argument {@code why} is the message for the developer. */
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
