package io.snowflakeid.testing.servers;

import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/**
 * What a test cannot run without. Where it is missing, the test is skipped and says so; it fails if {@code -Drequired} names what
 * is missing, as in {@code -Drequired=mysql,node}, or is {@code all}.
 */
public final class Required {

    private Required() {}

    /** Ends the test that asks: {@code why} says what is missing, and how to provide it. */
    public static AssertionError missing(String what, String why) {
        if (isRequired(what, System.getProperty("required", ""))) {
            throw new AssertionError(why + " (-Drequired=" + what + ")");
        }
        System.out.println("SKIPPED: " + why);
        Assumptions.abort(why);
        return new AssertionError(why); // never reached
    }

    static boolean isRequired(String what, String required) {
        return Arrays.stream(required.split(",", -1))
                .map(String::strip)
                .anyMatch(name -> name.equals("all") || name.equals(what));
    }
}
