package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.GeneratorConfig;
import io.snowflakeid.testing.Snippets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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

    // ---- values that an IDE offers

    private Set<String> offered(String property) {
        Set<String> offered = new TreeSet<>();
        metadata.get("hints").forEach(hint -> {
            if (hint.get("name").asText().equals(property)) {
                offered.addAll(hint.findValuesAsText("value"));
                offered.addAll(hint.findValuesAsText("target"));
            }
        });
        return offered;
    }

    @Test
    void allPresetsPoliciesAndSourcesAreOffered() {
        assertThat(offered("snowflake.layout"))
                .isEqualTo(SnowflakeLayout.presets().keySet());
        assertThat(offered("snowflake.clock-policy"))
                .allSatisfy(policy -> GeneratorConfig.parse(
                        Map.of("worker", "1", "clock-policy", policy), UnaryOperator.identity(), name -> name))
                .containsAll(Stream.of(ClockPolicy.class.getMethods())
                        .filter(method -> method.getReturnType() == ClockPolicy.class)
                        .map(method -> kebab(method.getName()))
                        .toList());
        for (String number : List.of("snowflake.worker", "snowflake.datacenter", "snowflake.ledger.scope")) {
            assertThat(FixedWorkerLedger.SOURCES.split(", ", 0))
                    .allSatisfy(source -> assertThat(offered(number))
                            .anyMatch(value -> value.startsWith(source.replaceAll(":.*", ":"))));
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])|_", "-").toLowerCase(Locale.ROOT);
    }

    @Test
    void allConstantsAreOfferedAndEachTextIsEitherFreeOrHasItsValues() throws ReflectiveOperationException {
        List<String> free = Stream.of("namespace epoch file ledger.url ledger.username ledger.password".split(" ", 0))
                .map("snowflake."::concat)
                .toList();
        for (JsonNode property : properties()) {
            String name = property.get("name").asText();
            Class<?> type = Class.forName(property.get("type").asText());
            if (type.isEnum() && name.startsWith("snowflake.")) { // Spring Boot has the values of its own settings
                assertThat(offered(name))
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(Stream.of(type.getEnumConstants())
                                .map(value -> kebab(value.toString()))
                                .toList());
            } else if (type == String.class) {
                assertThat(offered(name).isEmpty()).as(name).isEqualTo(free.contains(name));
            }
        }
    }
}
