package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a test asks of a text: not each word, but the parts that matter, in their order. */
public final class Said {

    private Said() {}

    /** A text that begins with the first part, ends with the last, and has the others in between, in this order. */
    public static Consumer<String> says(String... parts) {
        return text ->
                assertThat(text).startsWith(parts[0]).containsSubsequence(parts).endsWith(parts[parts.length - 1]);
    }

    /** A finding of which all is so, and whose message says these parts. */
    public static Consumer<Finding> finding(
            Severity severity,
            String code,
            String subject,
            List<String> parts,
            @Nullable Long count,
            List<String> samples) {
        return finding -> {
            assertThat(finding)
                    .isEqualTo(new Finding(
                            severity, FindingCode.valueOf(code), subject, finding.message(), count, samples));
            says(parts.toArray(String[]::new)).accept(finding.message());
        };
    }
}
