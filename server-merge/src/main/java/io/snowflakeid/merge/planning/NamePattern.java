package io.snowflakeid.merge.planning;

import java.util.regex.Pattern;

/** A name in which {@code *} stands for any characters. */
record NamePattern(Pattern regex, boolean plain) {

    static NamePattern of(String text) {
        StringBuilder regex = new StringBuilder();
        for (String part : text.split("\\*", -1)) {
            regex.append(regex.isEmpty() ? "" : ".*").append(part.isEmpty() ? "(?:)" : Pattern.quote(part));
        }
        return new NamePattern(Pattern.compile(regex.toString(), Pattern.DOTALL), !text.contains("*"));
    }

    boolean fits(String name) {
        return regex.matcher(name).matches();
    }
}
