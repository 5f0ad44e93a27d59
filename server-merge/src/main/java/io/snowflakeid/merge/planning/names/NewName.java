package io.snowflakeid.merge.planning.names;

/** A new name after a pattern, no longer than allowed: what is shortened is the old name. */
final class NewName {

    private NewName() {}

    /**
     * Makes a name.
     *
     * @param pattern with {@code {name}} and {@code {alias}}
     * @param name the old name
     * @param alias the source's
     * @param attempt from 1; the second and later ones end in their number
     * @param maxLength in characters, as databases count them
     */
    static String of(String pattern, String name, String alias, int attempt, int maxLength) {
        String number = attempt == 1 ? "" : String.valueOf(attempt);
        String frame = pattern.replace("{alias}", alias);
        int room = maxLength - length(frame.replace("{name}", "")) - length(number);
        if (room < 1) {
            // nothing of the old name fits: the alias and a number still tell whose it was
            return cut(frame.replace("{name}", ""), Math.max(0, maxLength - length(number))) + number;
        }
        return frame.replace("{name}", cut(name, room)) + number;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cut(String text, int characters) {
        return length(text) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters)).stripTrailing();
    }
}
