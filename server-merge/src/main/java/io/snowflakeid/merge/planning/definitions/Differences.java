package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects the differences between a database and the main server's: each says what differs, the two values, and the next step. */
final class Differences {

    private static final int SHOWN = 200;

    /** Not within a text: that may end in an underscore and a word as well. */
    private static final Pattern CHARSET_OF_TEXT =
            Pattern.compile("(?<=^|[(, =<>])_(?:utf8mb4|utf8mb3|utf8|latin1|ascii|binary)(?=\\\\?')");

    private final String main;
    private final String other;
    private final List<Finding> findings = new ArrayList<>();

    /** Between the databases of two aliases; the subject of each finding begins with the second. */
    Differences(String main, String other) {
        this.main = main;
        this.other = other;
    }

    /**
     * What is compared.
     *
     * @param code of its finding
     * @param path of the table, and of what is in it
     * @param what the beginning of the message
     */
    record Subject(FindingCode code, String path, String what) {}

    String main() {
        return main;
    }

    String other() {
        return other;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    /**
     * Adds {@code what is a in s1, and b in s2}, unless the values are equal.
     *
     * @param harm what may happen to rows, and the next step; null if nothing can, which makes it a warning
     */
    void compare(Subject subject, @Nullable String inMain, @Nullable String inOther, @Nullable String harm) {
        if (harm == null) {
            compare(Severity.WARNING, subject, inMain, inOther, "; the target gets that of " + main);
        } else {
            compare(Severity.ERROR, subject, inMain, inOther, ": " + harm);
        }
    }

    /** Adds such a finding of the given severity, with the given next step at its end. */
    void compare(
            Severity severity, Subject subject, @Nullable String inMain, @Nullable String inOther, String nextStep) {
        if (!Objects.equals(inMain, inOther)) {
            String values = " is " + shown(inMain) + " in " + main + ", and " + shown(inOther) + " in " + other;
            add(severity, subject, values + nextStep);
        }
    }

    private static String shown(@Nullable String value) {
        if (value == null) {
            return "none";
        }
        return value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
    }

    void onlyInMain(Severity severity, Subject subject, String nextStep) {
        add(severity, subject, " is in " + main + " and not in " + other + nextStep);
    }

    void onlyInOther(Severity severity, Subject subject, String nextStep) {
        add(severity, subject, " is in " + other + " and not in " + main + nextStep);
    }

    /** The server puts the character set of the session that wrote an expression before its texts. */
    static @Nullable String withoutCharsets(@Nullable String expression) {
        return expression == null ? null : CHARSET_OF_TEXT.matcher(expression).replaceAll("");
    }

    private void add(Severity severity, Subject subject, String difference) {
        String message = (subject.what() + difference).replaceAll("\\s+", " ");
        findings.add(new Finding(severity, subject.code(), other + "." + subject.path(), message, null, List.of()));
    }
}
