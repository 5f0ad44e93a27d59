package io.snowflakeid.merge.schema;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which character sets and collations are the same, and which one takes all of another one. */
final class TextRules {

    private static final Set<String> UNICODE = Set.of("utf8mb4", "utf16", "utf16le", "utf32");
    private static final Set<String> BASIC_PLANE = Set.of("utf8mb3", "ucs2");
    private static final Set<String> OF_BASIC_PLANE = Set.of("utf8mb3", "ucs2", "latin1", "ascii");
    private static final Map<String, Integer> MOST_BYTES =
            Map.of("ascii", 1, "latin1", 1, "latin2", 1, "cp1251", 1, "ucs2", 2, "gbk", 2, "utf8mb3", 3);

    private TextRules() {}

    /** {@code utf8} is the older name of {@code utf8mb3}. */
    private static String charset(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return folded.equals("utf8") ? "utf8mb3" : folded;
    }

    static String collation(@Nullable String name) {
        if (name == null) {
            return "none";
        }
        String folded = name.toLowerCase(Locale.ROOT);
        return folded.startsWith("utf8_") ? "utf8mb3_" + folded.substring("utf8_".length()) : folded;
    }

    static boolean sameCharset(String one, String another) {
        return charset(one).equals(charset(another));
    }

    /** Whether the first has all characters of the second. */
    static boolean takesAll(String main, String other) {
        String wide = charset(main);
        String narrow = charset(other);
        return wide.equals(narrow)
                || UNICODE.contains(wide)
                || (BASIC_PLANE.contains(wide) && OF_BASIC_PLANE.contains(narrow))
                || (narrow.equals("ascii") && (wide.equals("latin1") || wide.equals("gbk")));
    }

    /** The most bytes that a character takes. */
    static int mostBytes(@Nullable String charset) {
        return charset == null ? 4 : MOST_BYTES.getOrDefault(charset(charset), 4);
    }

    /** How many bytes a text may take in the first for each byte in the second. */
    static int growth(@Nullable String main, @Nullable String other) {
        if (main == null || other == null) {
            return 1;
        }
        String wide = charset(main);
        String narrow = charset(other);
        boolean sameBytes = wide.equals(narrow)
                || (wide.equals("utf8mb4") && narrow.equals("utf8mb3"))
                || (narrow.equals("ascii")
                        && mostBytes(wide) != 2
                        && !wide.startsWith("utf16")
                        && !wide.equals("utf32"));
        return sameBytes ? 1 : mostBytes(wide);
    }

    /** Whether texts are equal and sorted alike: by the same rule, also in character sets of which one holds the other. */
    static boolean sameOrder(@Nullable String main, @Nullable String other) {
        String one = collation(main);
        String another = collation(other);
        return one.equals(another) || (rule(one).equals(rule(another)) && unicode(one) && unicode(another));
    }

    private static String rule(String collation) {
        return collation.substring(collation.indexOf('_') + 1);
    }

    private static boolean unicode(String collation) {
        return collation.startsWith("utf8mb3_") || collation.startsWith("utf8mb4_");
    }

    /** An expression without the character sets that the server put before texts: they are those of who wrote it. */
    static String expression(@Nullable String text) {
        return text == null ? "" : text.replaceAll("_(utf8mb4|utf8mb3|latin1|ascii|binary)(?=\\\\?')", "");
    }
}
