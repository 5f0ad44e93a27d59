package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

/** What a test asks of a text: not each word, but the parts that matter, in their order. */
public final class Said {

    private Said() {}

    /** A text that begins with the first part, ends with the last, and has the others in between, in this order. */
    public static Consumer<String> says(String... parts) {
        return text ->
                assertThat(text).startsWith(parts[0]).containsSubsequence(parts).endsWith(parts[parts.length - 1]);
    }
}
