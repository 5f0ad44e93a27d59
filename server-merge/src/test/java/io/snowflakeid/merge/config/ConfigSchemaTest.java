package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.snowflakeid.merge.result.PlanException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema takes what the reader takes, and refuses wrong keys, kinds, choices and ranges as it does. */
class ConfigSchemaTest {

    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(ConfigReader.schema());

    private static Set<ValidationMessage> complaints(String yaml) {
        return SCHEMA.validate(yaml, InputFormat.YAML);
    }

    @ParameterizedTest
    @ValueSource(strings = {"everything.yaml", "least.yaml"})
    void theExamplesAreValid(String example) throws IOException {
        assertThat(complaints(ConfigReaderTest.resource(example))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execution: { writers: 1, chunk-rows: 10000000, retry-seconds: 86400 }",
                "tables: { a: { id-range: -1_000..0xFF, reserved: [], ids: static, where: a > 1 } }",
                "references: [ a.b -> c.d, { from: e.f, to: 'c(d)', none: [ -1, 16 ] } ]",
                "unique: [ { key: a.b, on-clash: rename, followed-by: [ c.d, { column: e.f, when: g } ] } ]"
            })
    void bothTake(String piece) {
        assertThat(complaints(ConfigReaderTest.LEAST + piece)).as(piece).isEmpty();
        ConfigReader.read("merge.yaml", ConfigReaderTest.LEAST + piece, Path.of("/"));
    }

    /** Each key has the choices of its component. */
    @Test
    void choicesAreThoseOfTheRecords() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(ConfigReader.schema());
        Stream.of(MergeConfig.class, TableConfig.class, ReferenceConfig.class, UniqueConfig.class)
                .flatMap(type -> Stream.of(type.getRecordComponents()))
                .filter(component -> component.getType().isEnum())
                .forEach(component -> assertThat(schema.findValues("enum"))
                        .extracting(JsonNode::valueStream)
                        .extracting(words -> words.map(JsonNode::asText).toList())
                        .as(component.toString())
                        .contains(Stream.of(component.getType().getEnumConstants())
                                .map(choice -> MergeConfig.word((Enum<?>) choice))
                                .toList()));
    }

    /** Of each kind of wrong value one; the reader's answers are tested where it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "other: 1",
                "views: After-Load",
                "execution: { writers: many }",
                "execution: { writers: 65 }",
                "tables: { a: { sums: {} } }",
                "tables: { a: { reserved: 1..2 } }",
                "tables: { a: null }",
                "references: [ { from: a.b } ]",
                "references: [ { from: a.b, to: c.d, none: [ x ] } ]",
                "unique: [ { key: a.b, on-clash: rename, followed-by: [ { when: c } ] } ]"
            })
    void bothRefuse(String piece) {
        assertThat(complaints(ConfigReaderTest.LEAST + piece)).as(piece).isNotEmpty();
        assertThatThrownBy(() -> ConfigReader.read("merge.yaml", ConfigReaderTest.LEAST + piece, Path.of("/")))
                .as(piece)
                .isInstanceOf(PlanException.class);
    }
}
