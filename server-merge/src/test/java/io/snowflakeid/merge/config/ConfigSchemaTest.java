package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema and the reader allow the same. */
class ConfigSchemaTest {

    private static final String LEAST = """
            server: { url: "jdbc:h2:mem:games" }
            sources: { s1: game_s1, s2: game_s2 }
            target: game_merged
            """;

    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(ConfigSchema.text());

    private static Set<ValidationMessage> complaints(String yaml) {
        return SCHEMA.validate(yaml, InputFormat.YAML);
    }

    private static JsonNode schema() throws JsonProcessingException {
        return new JsonMapper().readTree(ConfigSchema.text());
    }

    private static Stream<Arguments> keys() {
        return Stream.of(
                Arguments.of("", ConfigReader.TOP_KEYS),
                Arguments.of("/$defs/server", ConfigReader.SERVER_KEYS),
                Arguments.of("/$defs/execution", ConfigReader.EXECUTION_KEYS),
                Arguments.of("/$defs/table", ConfigReader.TABLE_KEYS),
                Arguments.of("/$defs/reference", ConfigReader.REFERENCE_KEYS),
                Arguments.of("/$defs/unique", ConfigReader.UNIQUE_KEYS),
                Arguments.of("/$defs/follower", ConfigReader.FOLLOWER_KEYS),
                Arguments.of("/$defs/accept", ConfigReader.ACCEPT_KEYS));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyMappingHasTheSameKeysAndNoOthers(String mapping, List<String> keys) throws IOException {
        JsonNode described = schema().at(mapping);

        assertThat(described.path("properties").fieldNames()).toIterable().containsExactlyElementsOf(keys);
        assertThat(described.path("additionalProperties").isBoolean()
                        && !described.path("additionalProperties").booleanValue())
                .describedAs("other keys are refused")
                .isTrue();
    }

    @Test
    void everyMappingOfTheSchemaIsOneOfTheReader() throws IOException {
        List<String> known =
                keys().map(arguments -> (String) arguments.get()[0]).toList();

        assertThat(schema().path("$defs").properties())
                .filteredOn(definition -> definition.getValue().has("properties"))
                .extracting(definition -> "/$defs/" + definition.getKey())
                .containsExactlyInAnyOrderElementsOf(known.subList(1, known.size()));
    }

    private static Stream<Arguments> enums() {
        return Stream.of(
                Arguments.of("/properties/fingerprint", Fingerprint.class),
                Arguments.of("/$defs/storedObjects", StoredObjects.class),
                Arguments.of("/$defs/table/properties/class", TableClass.class),
                Arguments.of("/$defs/table/properties/ids", IdPolicy.class),
                Arguments.of("/$defs/reference/properties/orphans", Orphans.class),
                Arguments.of("/$defs/reference/properties/when-left-out", WhenLeftOut.class),
                Arguments.of("/$defs/unique/properties/on-clash", OnClash.class),
                Arguments.of("/$defs/unique/properties/side", Side.class),
                Arguments.of("/$defs/unique/properties/references", LeftReferences.class));
    }

    @ParameterizedTest
    @MethodSource("enums")
    void everyChoiceHasTheSameWords(String value, Class<? extends Enum<?>> type) throws IOException {
        assertThat(schema().at(value).path("enum"))
                .extracting(JsonNode::textValue)
                .containsExactlyElementsOf(Section.words(type));
    }

    @Test
    void rangesAndDefaultsAreTheSame() throws IOException {
        JsonNode execution = schema().at("/$defs/execution/properties");
        ExecutionConfig usual = ExecutionConfig.DEFAULT;

        assertThat(List.of("writers", "chunk-rows", "keyless-rows", "retry-seconds"))
                .extracting(key -> execution.path(key).path("default").longValue())
                .containsExactly((long) usual.writers(), (long) usual.chunkRows(), usual.keylessRows(), (long)
                        usual.retrySeconds());
        for (String key : ConfigReader.EXECUTION_KEYS) {
            long least = execution.path(key).path("minimum").longValue();
            long greatest = execution.path(key).path("maximum").longValue();
            assertBothTake("execution: { " + key + ": " + least + " }");
            assertBothTake("execution: { " + key + ": " + greatest + " }");
            assertBothRefuse("execution: { " + key + ": " + (least - 1) + " }");
            assertBothRefuse("execution: { " + key + ": " + (greatest + 1) + " }");
        }
    }

    @Test
    void everyKeyIsDescribed() throws IOException {
        for (Arguments mapping : keys().toList()) {
            schema().at((String) mapping.get()[0])
                    .path("properties")
                    .properties()
                    .forEach(key -> {
                        JsonNode value = key.getValue();
                        boolean described = value.has("description")
                                || SCHEMA.getSchemaNode()
                                        .at(value.path("$ref").textValue().substring(1))
                                        .has("description");
                        assertThat(described).describedAs(key.getKey()).isTrue();
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"everything.yaml", "least.yaml"})
    void theExamplesAreValid(String example) throws IOException {
        assertThat(complaints(ConfigReaderTest.resource(example))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execution: {}",
                "tables: { a: { class: union, reserved: [] } }",
                "tables: { a: { class: main-only, ids: keep, where: a > 1 } }",
                "tables: { a: { id-range: -1_000..0xFF } }",
                "tables: { a: { class: skip, ids: auto } }",
                "references: [ a.b -> c.d, { from: e.f, to: 'c(d)', none: [ -1, 0x10 ] } ]",
                "unique: [ { key: a.b }, { key: c.d, on-clash: rename, pattern: '{alias}_{name}' } ]",
                "unique: [ { key: a.b, on-clash: keep-first, references: drop, followed-by: [] } ]",
                "unique: [ { key: a.b, none: [] }, { key: c.d, none: [ '', ' ', x ], on-clash: rename } ]",
                "views: refuse",
            })
    void bothTake(String piece) {
        assertBothTake(piece);
    }

    private static void assertBothTake(String piece) {
        assertThat(complaints(LEAST + piece + "\n")).describedAs(piece).isEmpty();
        ConfigReader.read("merge.yaml", LEAST + piece + "\n", Path.of("/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other: 1",
                "views: After-Load",
                "execution: []",
                "execution: { writers: many }",
                "tables: { a: { class: recompute } }",
                "tables: { a: { class: skip, where: b } }",
                "tables: { a: { class: skip, ids: map } }",
                "tables: { a: { class: skip, id-range: 1..2 } }",
                "tables: { a: { where: 'a; b' } }",
                "tables: { a: { where: ' ' } }",
                "tables: { a: { id-range: 1...2 } }",
                "tables: { a: { id-range: 01..2 } }",
                "tables: { a: { reserved: 1..2 } }",
                "tables: { ' ': {} }",
                "tables: { a: null }",
                "references: [ a.b ]",
                "references: [ { from: a.b } ]",
                "references: [ { from: a.b, to: c.d, none: 0 } ]",
                "references: [ { from: a.b, to: c.d, none: [ x ] } ]",
                "references: [ { from: a, to: c.d } ]",
                "unique: [ { on-clash: fail } ]",
                "unique: [ { key: a.b, none: '' } ]",
                "unique: [ { key: a.b, none: [ [ x ] ] } ]",
                "unique: [ { key: a.b, pattern: '{name}{alias}' } ]",
                "unique: [ { key: a.b, on-clash: rename, pattern: '{name}' } ]",
                "unique: [ { key: a.b, on-clash: rename, pattern: '{alias}' } ]",
                "unique: [ { key: a.b, on-clash: rename, pattern: '{name}{name}{alias}' } ]",
                "unique: [ { key: a.b, on-clash: rename, pattern: '{name}{alias}{x}' } ]",
                "unique: [ { key: a.b, on-clash: rename, pattern: '{name}{alias' } ]",
                "unique: [ { key: a.b, on-clash: rename, max-length: 0 } ]",
                "unique: [ { key: a.b, on-clash: rename, references: follow } ]",
                "unique: [ { key: a.b, on-clash: keep-first, followed-by: [ c.d ] } ]",
                "unique: [ { key: a.b, on-clash: rename, followed-by: [ { when: c } ] } ]",
                "accept: [ { code: CODE, subject: a } ]",
                "accept: [ { code: code, subject: a, because: b } ]",
                "accept: [ { code: CODE, subject: a, because: '' } ]",
            })
    void bothRefuse(String piece) {
        assertBothRefuse(piece);
    }

    private static void assertBothRefuse(String piece) {
        assertThat(complaints(LEAST + piece + "\n"))
                .describedAs("the schema on %s", piece)
                .isNotEmpty();
        assertReaderRefuses(LEAST + piece + "\n");
    }

    private static void assertReaderRefuses(String yaml) {
        assertThatThrownBy(() -> ConfigReader.read("merge.yaml", yaml, Path.of("/")))
                .describedAs("the reader on%n%s", yaml)
                .isInstanceOf(ConfigException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ user: a } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:postgresql://a/' } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:mysql://a:b@c/' } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:mysql://c/?passWord=x' } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a', password: x } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a', password-env: x, password-file: y } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a', password-env: x y } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a', password-file: '' } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a', user: '' } | { s1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a' } | { s1: a } | c",
                "{ url: 'jdbc:h2:a' } | { s 1: a, s2: b } | c",
                "{ url: 'jdbc:h2:a' } | { s1: a, s2: ' b' } | c",
                "{ url: 'jdbc:h2:a' } | { s1: a, s2: b } | ''",
                "{ url: 'jdbc:h2:a' } | { s1: a, s2: b } | 'a1234567890123456789012345678901234567890123456789012345678901234'",
            },
            quoteCharacter = '"')
    void bothRefuseWhatCannotBeConnectedOrNamed(String server, String sources, String target) {
        String yaml = "server: " + server + "\nsources: " + sources + "\ntarget: " + target + "\n";

        assertThat(complaints(yaml)).describedAs(yaml).isNotEmpty();
        assertReaderRefuses(yaml);
    }
}
