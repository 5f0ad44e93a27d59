package io.snowflakeid.merge.planning;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Determines whether one column can store every value of another column. */
final class TypeWidth {

    private static final List<String> TEXTS = List.of("tinytext", "text", "mediumtext", "longtext");

    /** Lists of column types, sorted so that each type can store all values of the preceding types in the list. */
    private static final List<List<String>> WIDER = List.of(
            TEXTS,
            List.of("tinyblob", "blob", "mediumblob", "longblob"),
            List.of("float", "double"),
            List.of("date", "datetime"));

    private static final Pattern SIZED = Pattern.compile(
            "((?:var)?char|varbinary|decimal|bit|time|datetime|timestamp)\\b(?:\\((\\d+)(?:,(\\d+))?\\))?(.*)");

    /** Pairs of character sets in which the first set has all characters of the second set, with equal lengths in bytes. */
    private static final Set<String> SAME_BYTES =
            Set.of("utf8mb4 utf8mb3", "utf8mb4 ascii", "utf8mb3 ascii", "latin1 ascii");

    private TypeWidth() {}

    static boolean holdsAll(Column main, Column other) {
        String type = main.type();
        String narrow = other.type();
        if (type.equals(narrow)) {
            return true;
        }
        if (main.kind() == Kind.INTEGER && other.kind() == Kind.INTEGER) {
            // unsigned BIGINT is compared by name, because its maximum exceeds the range of a long
            return (type.startsWith("bigint unsigned") || !narrow.startsWith("bigint unsigned"))
                    && requireNonNull(main.minimum()) <= requireNonNull(other.minimum())
                    && requireNonNull(main.maximum()) >= requireNonNull(other.maximum());
        }
        if (type.startsWith("enum(") || type.startsWith("set(")) {
            return type.startsWith(narrow.replaceFirst("\\)$", ","));
        }
        return WIDER.stream().anyMatch(types -> types.contains(narrow) && types.indexOf(type) > types.indexOf(narrow))
                || holdsCharacters(main, other)
                || isLonger(type, narrow);
    }

    /** Assumes four bytes for each character, because the length of a TEXT column is limited in bytes. */
    private static boolean holdsCharacters(Column main, Column other) {
        return TEXTS.contains(main.type())
                && other.type().matches("(var)?char\\(.*")
                && main.characters() != null
                && other.characters() != null
                && main.characters() >= 4 * other.characters();
    }

    private static boolean isLonger(String type, String narrow) {
        Matcher wide = SIZED.matcher(type);
        Matcher sized = SIZED.matcher(type.startsWith("varchar") ? narrow.replaceFirst("^char", "varchar") : narrow);
        return wide.matches()
                && sized.matches()
                && wide.group(1).equals(sized.group(1))
                && wide.group(4).equals(sized.group(4))
                && number(wide, 3) >= number(sized, 3)
                && number(wide, 2) - number(wide, 3) >= number(sized, 2) - number(sized, 3);
    }

    private static long number(Matcher type, int group) {
        return Long.parseLong(Objects.requireNonNullElse(type.group(group), "0"));
    }

    /** Returns true if the first column can store all characters of the second column. */
    static boolean holdsAllCharacters(Column main, Column other) {
        String wide = main.charset();
        String narrow = other.charset();
        return wide == null
                || narrow == null
                || wide.equals(narrow)
                || SAME_BYTES.contains(wide + " " + narrow)
                || (!TEXTS.contains(main.type())
                        && (wide.equals("utf8mb4") || (wide + " " + narrow).equals("utf8mb3 latin1")));
    }
}
