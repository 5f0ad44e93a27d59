package io.snowflakeid.merge.planning.draft;

import java.util.regex.Pattern;

/** A name in which {@code *} stands for any characters. */
public record NamePattern(Pattern regex, boolean plain) {

    public static NamePattern of(String text) {
        StringBuilder regex = new StringBuilder();
        for (String part : text.split("\\*", -1)) {
            regex.append(regex.isEmpty() ? "" : ".*").append(part.isEmpty() ? "(?:)" : Pattern.quote(part));
        }
        return new NamePattern(Pattern.compile(regex.toString(), Pattern.DOTALL), !text.contains("*"));
    }

    public boolean fits(String name) {
        return regex.matcher(name).matches();
    }
}
