package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.testing.Snippets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds docs/spring-boot.md to the applications that the starters' tests run, and docs/settings.md to the settings there are. */
class GuidePageTest {

    private static final String PAGE = "../docs/spring-boot.md";
    private static final String PREFIX = "snowflake.";

    @Test
    void everyBlockIsPartOfWhatTheTestsRun() {
        Snippets.areAllFound(PAGE, "../contract-tests/src/test");
    }

    @Test
    void everySettingIsInTheTable() throws IOException {
        String page = Files.readString(Path.of("../../docs/settings.md"));
        assertThat(settings())
                .allSatisfy(setting ->
                        assertThat(page).containsPattern("(?m)^\\| [^|]*`" + setting.substring(PREFIX.length()) + "`"));
    }

    private static List<String> settings() throws IOException {
        List<String> settings = new ArrayList<>();
        try (InputStream in = GuidePageTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode property : new ObjectMapper().readTree(in).get("properties")) {
                String name = property.get("name").asText();
                if (name.startsWith(PREFIX)) {
                    settings.add(name);
                }
            }
        }
        assertThat(settings).hasSizeGreaterThan(20);
        return settings;
    }
}
