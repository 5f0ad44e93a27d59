package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A reference as an operator writes it into merge.yaml, in the shortest form. */
final class ReferenceLine {

    private ReferenceLine() {}

    static String of(ReferenceConfig reference) {
        String from = reference.from().toString();
        String to = reference.to().toString();
        List<String> settings = new ArrayList<>();
        if (!reference.none().isEmpty()) {
            settings.add("none: " + reference.none());
        }
        if (reference.when() != null) {
            settings.add("when: " + inQuotes(reference.when()));
        }
        if (reference.orphans() != Orphans.FAIL) {
            settings.add("orphans: " + word(reference.orphans()));
        }
        if (reference.whenLeftOut() != null) {
            settings.add("when-left-out: " + word(reference.whenLeftOut()));
        }
        if (!settings.isEmpty()) {
            return "- { from: " + quotedIfNeeded(from) + ", to: " + quotedIfNeeded(to) + ", "
                    + String.join(", ", settings) + " }";
        }
        String arrow = from + " -> " + to;
        return "- " + (plain(from) && plain(to) ? arrow : inQuotes(arrow));
    }

    private static String word(@Nullable Enum<?> value) {
        return String.valueOf(value).toLowerCase(Locale.ROOT);
    }

    /** What YAML would not read as one word. */
    private static String quotedIfNeeded(String name) {
        return plain(name) ? name : inQuotes(name);
    }

    private static boolean plain(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_.$]*");
    }

    private static String inQuotes(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
