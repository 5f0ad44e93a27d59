package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.snowflakeid.merge.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema takes what the reader takes, and refuses wrong keys, kinds, choices and ranges as it does. */
class ConfigSchemaTest {

    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(ConfigSchema.text());

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
                "execution: {}",
                "execution: { writers: 1, chunk-rows: 10000000, keyless-rows: 0, retry-seconds: 86400 }",
                "tables: { a: { class: main-only, ids: static, where: a > 1 } }",
                "tables: { a: { id-range: -1_000..0xFF, reserved: [] } }",
                "tables: { a: { class: skip, ids: auto } }",
                "references: [ a.b -> c.d, { from: e.f, to: 'c(d)', none: [ -1, 16 ] } ]",
                "unique: [ { key: a.b }, { key: c.d, on-clash: rename, pattern: '{alias}_{name}' } ]",
                "unique: [ { key: a.b, on-clash: keep-first, references: drop, followed-by: [] } ]",
                "unique: [ { key: a.b, on-clash: rename, followed-by: [ c.d, { column: e.f, when: g } ] } ]",
                "views: refuse",
            })
    void bothTake(String piece) {
        assertThat(complaints(ConfigReaderTest.LEAST + piece))
                .describedAs(piece)
                .isEmpty();
        ConfigReader.read("merge.yaml", ConfigReaderTest.LEAST + piece, Path.of("/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other: 1",
                "views: After-Load",
                "execution: []",
                "execution: { writers: many }",
                "execution: { writers: 0 }",
                "execution: { writers: 65 }",
                "execution: { chunk-rows: 99 }",
                "execution: { keyless-rows: 100000001 }",
                "execution: { retry-seconds: 86401 }",
                "tables: { a: { class: recompute } }",
                "tables: { a: { sums: {} } }",
                "tables: { a: { wheer: b } }",
                "tables: { a: { reserved: 1..2 } }",
                "tables: { a: null }",
                "references: [ { from: a.b } ]",
                "references: [ { from: a.b, to: c.d, none: 0 } ]",
                "references: [ { from: a.b, to: c.d, none: [ x ] } ]",
                "unique: [ { on-clash: fail } ]",
                "unique: [ { key: a.b, none: '' } ]",
                "unique: [ { key: a.b, on-clash: rename, max-length: 0 } ]",
                "unique: [ { key: a.b, on-clash: rename, followed-by: [ { when: c } ] } ]",
                "accept: [ { code: CODE, subject: a } ]",
            })
    void bothRefuse(String piece) {
        assertThat(complaints(ConfigReaderTest.LEAST + piece))
                .describedAs("the schema on %s", piece)
                .isNotEmpty();
        assertThatThrownBy(() -> ConfigReader.read("merge.yaml", ConfigReaderTest.LEAST + piece, Path.of("/")))
                .describedAs("the reader on %s", piece)
                .isInstanceOf(ConfigException.class);
    }
}
