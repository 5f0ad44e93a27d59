package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("MERGE_PASSWORD", "tiger ", "EMPTY", "");

    @TempDir
    private Path folder;

    private static String ofVariable(String name) {
        return Password.of(new ServerConfig("jdbc:h2:mem:x", "merge", name, null), ENVIRONMENT::get);
    }

    private static String ofFile(Path file) {
        return Password.of(new ServerConfig("jdbc:h2:mem:x", "merge", null, file), ENVIRONMENT::get);
    }

    @Test
    void itComesFromTheEnvironment() {
        assertThat(ofVariable("MERGE_PASSWORD")).isEqualTo("tiger ");
        assertThat(ofVariable("EMPTY")).isEmpty();
    }

    @Test
    void itComesFromAFileWithoutTheLineBreakAtItsEnd() throws IOException {
        Path file = folder.resolve("secret");

        assertThat(ofFile(Files.writeString(file, " tiger\n"))).isEqualTo(" tiger");
        assertThat(ofFile(Files.writeString(file, "tiger\r\n"))).isEqualTo("tiger");
        assertThat(ofFile(Files.writeString(file, "tiger\n\n"))).isEqualTo("tiger\n");
        assertThat(ofFile(Files.writeString(file, "tiger"))).isEqualTo("tiger");
    }

    @Test
    void withoutEitherThereIsNone() {
        assertThat(Password.of(new ServerConfig("jdbc:h2:mem:x", null, null, null)))
                .isNull();
    }

    @Test
    void oneThatIsNotThereIsToldByWhereItShouldBe() {
        assertThatThrownBy(() -> ofVariable("MERGE_PASWORD"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "server.password-env",
                        "environment variable MERGE_PASWORD",
                        "not set",
                        "export MERGE_PASWORD before the command");
        Path file = folder.resolve("none");
        assertThatThrownBy(() -> ofFile(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage("server.password-file " + file
                        + " cannot be read (NoSuchFileException): create it in UTF-8, or let this user read it");
    }
}
