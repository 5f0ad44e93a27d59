package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A guard that lets everything through is none. */
class SnippetsTest {

    private void check(String... lines) throws IOException {
        Path page = Files.createDirectories(Path.of("target", "pages")).resolve(UUID.randomUUID() + ".md");
        Files.write(page, List.of(lines));
        Snippets.areAllFound("snowflake-core/" + page, "src/test/java/io/snowflakeid/testing");
    }

    @Test
    void codeThatIsThereIsFound() {
        assertThatCode(() -> check(
                        "```java",
                        "public final class Snippets {",
                        "// ...",
                        "    private Snippets() {}",
                        "```",
                        "```text",
                        "nowhere",
                        "```"))
                .doesNotThrowAnyException();
    }

    @Test
    void codeThatIsNowhereFailsWithItsPlace() {
        String nowhere = "int x" + UUID.randomUUID() + ";";
        assertThatThrownBy(() -> check("text", "```java", "class SnippetsTest {", nowhere, "```"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(":2 is in none of them")
                .hasMessageContaining(nowhere);
    }

    @Test
    void partsInAnotherOrderFail() {
        assertThatThrownBy(
                        () -> check("```java", "private Snippets() {}", "...", "public final class Snippets {", "```"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aPageWithoutCodeFails() {
        assertThatThrownBy(() -> check("text", "```text", "x", "```")).isInstanceOf(AssertionError.class);
    }

    @Test
    void aBlockWithoutLanguageFails() {
        assertThatThrownBy(() -> check("```", "x", "```")).hasMessageContaining("opens a block without a language");
    }
}
