package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.Snippets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the metadata of {@code snowflake.*} and docs/settings.md, and that tests run the code of docs/spring-boot.md. */
class MetadataTest {

    private final JsonNode metadata = metadata();

    private static JsonNode metadata() {
        try (InputStream in = MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<JsonNode> properties() {
        List<JsonNode> properties = new ArrayList<>();
        metadata.get("properties").forEach(properties::add);
        return properties;
    }

    @Test
    void everySettingIsExplained() {
        assertThat(properties())
                .hasSizeGreaterThan(20)
                .allSatisfy(property -> assertThat(property.path("description").asText())
                        .as(property.get("name").asText())
                        .endsWith(".")
                        .doesNotContain("&", "{", "<")
                        .hasSizeGreaterThan(20));
    }

    @Test
    void everySettingIsInTheTableOfTheGuide() throws IOException {
        String page = Files.readString(Path.of("../../docs/settings.md"));
        assertThat(properties().stream()
                        .map(property -> property.get("name").asText())
                        .filter(name -> name.startsWith("snowflake.")))
                .allSatisfy(name -> assertThat(page)
                        .containsPattern("(?m)^\\| [^|]*`" + name.replaceFirst("^snowflake\\.", "") + "`"));
    }

    @Test
    void everyBlockOfTheGuideIsPartOfWhatTheTestsRun() {
        Snippets.areAllFound("../docs/spring-boot.md", "../contract-tests/src/test");
    }

    @Test
    void defaultsAreThoseOfTheCore() {
        assertThat(properties().stream()
                        .filter(property -> property.has("defaultValue"))
                        .map(property -> property.get("name").asText() + "="
                                + property.get("defaultValue").asText()))
                .contains(
                        "snowflake.layout=DEFAULT",
                        "snowflake.namespace=default",
                        "snowflake.datacenter=0",
                        "snowflake.max-wait=2s",
                        "snowflake.clock-policy=ride-through",
                        "snowflake.max-leap=10s",
                        "snowflake.ledger.window=2m",
                        "snowflake.ledger.create-tables=true",
                        "snowflake.hibernate.columns=refuse",
                        "snowflake.json=annotated");
    }

    @Test
    void allPresetsAreOffered() {
        List<String> offered = new ArrayList<>();
        metadata.get("hints").forEach(hint -> {
            if (hint.get("name").asText().equals("snowflake.layout")) {
                hint.get("values")
                        .forEach(value -> offered.add(value.get("value").asText()));
            }
        });
        assertThat(offered)
                .containsExactlyInAnyOrderElementsOf(SnowflakeLayout.presets().keySet());
    }
}
