package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the differences between a database and the main server's: each says what differs, the two values, and the next step. */
final class Differences {

    private static final int SHOWN = 200;

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
    record Subject(FindingCode code, String path, String what) {

        boolean isForeignKey() {
            return code == FindingCode.SCHEMA_FOREIGN_KEY;
        }

        Subject rules() {
            return isForeignKey() ? new Subject(code, path, "the rule of " + what) : this;
        }
    }

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

    /**
     * What a table or a database is made of besides columns.
     *
     * @param restricts whether it may reject a row
     * @param lacking whether the other table lacks a column of it
     * @param text what may differ without an effect on the rows that are merged, or null
     */
    record Part(
            Subject subject,
            boolean restricts,
            boolean lacking,
            @Nullable String text) {}

    /** The keys of the maps tell which parts are the same. */
    void compareParts(Map<String, Part> inMain, Map<String, Part> inOther) {
        inMain.forEach((identity, part) -> {
            Part there = inOther.get(identity);
            if (there != null) {
                compare(part.subject().rules(), part.text(), there.text(), null);
            } else if (part.lacking()) {
                String nextStep = ", which lacks a column of it; what its rows get there is compared too";
                onlyInMain(Severity.WARNING, part.subject(), nextStep);
            } else if (part.restricts()) {
                String nextStep = ": rows that break it would be rejected; add it in " + other
                        + ", or accept this if no row breaks it";
                onlyInMain(Severity.ERROR, part.subject(), nextStep);
            } else {
                onlyInMain(Severity.WARNING, part.subject(), "; the target gets it");
            }
        });
        inOther.forEach((identity, part) -> {
            if (!inMain.containsKey(identity)) {
                String nextStep = part.subject().isForeignKey() ? ": name the reference in the configuration" : "";
                onlyInOther(Severity.WARNING, part.subject(), "; the target does not get it" + nextStep);
            }
        });
    }

    private void add(Severity severity, Subject subject, String difference) {
        String message = (subject.what() + difference).replaceAll("\\s+", " ");
        findings.add(new Finding(severity, subject.code(), other + "." + subject.path(), message, null, List.of()));
    }
}
