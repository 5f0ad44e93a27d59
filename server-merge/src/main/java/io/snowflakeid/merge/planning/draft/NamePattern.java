package io.snowflakeid.merge.planning.draft;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A name in which {@code *} stands for any characters. */
public record NamePattern(Pattern regex, boolean plain) {

    public static NamePattern of(String text) {
        String regex = Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return new NamePattern(Pattern.compile(regex, Pattern.DOTALL), !text.contains("*"));
    }

    public boolean fits(String name) {
        return regex.matcher(name).matches();
    }
}
