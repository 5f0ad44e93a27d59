package io.snowflakeid.merge.planning.definitions;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Whether a column holds every value of another one unchanged. A type that is not listed here holds only its own values. */
final class TypeWidth {

    /** Types of which each holds the values of those before it. */
    private static final List<List<String>> WIDER = List.of(
            List.of("tinytext", "text", "mediumtext", "longtext"),
            List.of("tinyblob", "blob", "mediumblob", "longblob"),
            List.of("float", "double"),
            List.of("date", "datetime"));

    /** Types with a length, or with a number of digits. */
    private static final Set<String> SIZED =
            Set.of("char", "varchar", "varbinary", "decimal", "bit", "time", "datetime", "timestamp");

    /** Character sets, and those whose characters they have. */
    private static final Map<String, Set<String>> HELD =
            Map.of("utf8mb3", Set.of("latin1", "ascii"), "latin1", Set.of("ascii"));

    private static final Pattern TYPE = Pattern.compile("([a-z]+)(?:\\((\\d+)(?:,(\\d+))?\\))?(.*)", Pattern.DOTALL);

    /** Of an ENUM. */
    private static final Pattern VALUE = Pattern.compile("'(?:[^']|'')*'");

    private TypeWidth() {}

    static boolean holdsAll(Column main, Column other) {
        if (main.type().equals(other.type())) {
            return true;
        }
        if (main.kind() == Kind.INTEGER && other.kind() == Kind.INTEGER) {
            return integersHoldAll(main, other);
        }
        Matcher wide = TYPE.matcher(main.type());
        Matcher narrow = TYPE.matcher(other.type());
        if (!wide.matches() || !narrow.matches()) {
            return false;
        }
        String type = wide.group(1);
        String otherType = narrow.group(1);
        if (type.equals("enum") && otherType.equals("enum")) {
            return values(main).containsAll(values(other));
        }
        if (type.equals("enum") || type.equals("set")) {
            // a set's values stand in its order: others may be added at the end
            return main.type().startsWith(other.type().substring(0, other.type().length() - 1) + ",");
        }
        if (bytesAreLimited(main) && otherType.matches("(var)?char")) {
            return characters(other) * bytesOfCharacter(main) <= characters(main);
        }
        boolean sameSuffix = wide.group(4).equals(narrow.group(4));
        boolean sameType = type.equals(otherType) || (type.equals("varchar") && otherType.equals("char"));
        if (sameType && sameSuffix && SIZED.contains(type)) {
            long digits = number(wide, 2) - number(wide, 3);
            return number(wide, 3) >= number(narrow, 3) && digits >= number(narrow, 2) - number(narrow, 3);
        }
        boolean unsized = wide.group(2) == null && narrow.group(2) == null;
        return (unsized || type.equals("datetime"))
                && sameSuffix
                && WIDER.stream()
                        .anyMatch(types -> types.contains(otherType) && types.indexOf(type) > types.indexOf(otherType));
    }

    /** {@link Column#maximum} of an unsigned BIGINT is less than its real maximum. */
    private static boolean integersHoldAll(Column main, Column other) {
        boolean beyond = other.type().startsWith("bigint unsigned");
        return (!beyond || main.type().startsWith("bigint unsigned"))
                && requireNonNull(main.minimum()) <= requireNonNull(other.minimum())
                && requireNonNull(main.maximum()) >= requireNonNull(other.maximum());
    }

    /** Whether the character set has all characters of another one, and a text of limited bytes has room for them. */
    static boolean holdsAllCharacters(Column main, Column other) {
        String wide = main.charset();
        String narrow = other.charset();
        if (wide == null || narrow == null || wide.equals(narrow)) {
            return true;
        }
        boolean sameBytes = narrow.equals("ascii") || (wide.equals("utf8mb4") && narrow.equals("utf8mb3"));
        boolean hasRoom = sameBytes
                || !bytesAreLimited(main)
                || main.type().equals("longtext")
                || characters(main) >= 4 * characters(other);
        return hasRoom
                && (wide.equals("utf8mb4") || HELD.getOrDefault(wide, Set.of()).contains(narrow));
    }

    private static boolean bytesAreLimited(Column column) {
        return WIDER.get(0).contains(column.type());
    }

    private static long characters(Column column) {
        return Objects.requireNonNullElse(column.characters(), Long.MAX_VALUE / 4);
    }

    private static long bytesOfCharacter(Column column) {
        String charset = Objects.requireNonNullElse(column.charset(), "");
        return switch (charset) {
            case "latin1", "ascii", "binary" -> 1;
            case "utf8mb3" -> 3;
            default -> 4;
        };
    }

    private static Set<String> values(Column column) {
        return VALUE.matcher(column.type()).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static long number(Matcher type, int group) {
        return Long.parseLong(Objects.requireNonNullElse(type.group(group), "0"));
    }
}
