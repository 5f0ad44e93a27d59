package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects in what the database of one alias differs from the main one, whose definitions are the target's. */
final class Differences {

    private final String mainAlias;
    private final String otherAlias;
    private final List<Finding> findings = new ArrayList<>();

    Differences(String mainAlias, String otherAlias) {
        this.mainAlias = mainAlias;
        this.otherAlias = otherAlias;
    }

    String main() {
        return mainAlias;
    }

    String other() {
        return otherAlias;
    }

    void error(String code, String path, String message) {
        add(Severity.ERROR, code, path, message);
    }

    void warning(String code, String path, String message) {
        add(Severity.WARNING, code, path, message);
    }

    void add(Severity severity, String code, String path, String message) {
        findings.add(
                new Finding(severity, code, otherAlias + "." + path, message.replaceAll("\\s+", " "), null, List.of()));
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** {@code it is a in s1, and b in s2}. */
    String both(String what, @Nullable String inMain, @Nullable String inOther) {
        return what + " is " + shown(inMain) + " in " + mainAlias + ", and " + shown(inOther) + " in " + otherAlias;
    }

    private static String shown(@Nullable String value) {
        return value == null ? "none" : value;
    }

    static boolean names(Key key, String column) {
        return key.columns().stream().anyMatch(name -> name.equalsIgnoreCase(column));
    }

    static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
