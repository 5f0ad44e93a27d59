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

/** Holds docs/spring-boot.md to the applications that the starters' tests run, and to the settings there are. */
class GuidePageTest {

    private static final String PAGE = "../docs/spring-boot.md";

    @Test
    void everyBlockIsPartOfWhatTheTestsRun() {
        Snippets.areAllFound(PAGE, "../contract-tests/src/test");
    }

    @Test
    void everySettingIsInTheTable() throws IOException {
        String page = Files.readString(Path.of("..", PAGE));
        assertThat(settings())
                .allSatisfy(setting -> assertThat(page)
                        .containsAnyOf(
                                "| `" + setting + "`", "`." + setting.substring(setting.lastIndexOf('.') + 1) + "`"));
    }

    private static List<String> settings() throws IOException {
        List<String> settings = new ArrayList<>();
        try (InputStream in = GuidePageTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode property : new ObjectMapper().readTree(in).get("properties")) {
                String name = property.get("name").asText();
                if (name.startsWith("snowflake.")) {
                    settings.add(name);
                }
            }
        }
        assertThat(settings).hasSizeGreaterThan(20);
        return settings;
    }
}
