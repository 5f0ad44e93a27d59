package io.snowflakeid.jackson2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.jackson2.SnowflakeModule.TextFor;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How the module gets into a mapper, and what of the mapper's own goes first. */
class SetUpTest {

    private static final long ID = 2123748188476166151L;

    record Row(@SnowflakeRef long id, long n) {}

    @Test
    void aMapperIsBuiltWithIt() throws Exception {
        ObjectMapper json =
                JsonMapper.builder().addModule(new SnowflakeModule()).build(); // io.snowflakeid.jackson2

        assertThat(json.writeValueAsString(new Row(7, 7))).isEqualTo("{\"id\":\"7\",\"n\":7}");
    }

    @Test
    void aMapperThatFindsItsModulesDoesNotFindIt() throws Exception {
        ObjectMapper json = JsonMapper.builder().findAndAddModules().build();

        assertThat(json.writeValueAsString(new Row(ID, ID))).isEqualTo("{\"id\":" + ID + ",\"n\":" + ID + "}");
    }

    @Test
    void anotherModeMayBeAddedLater() throws Exception {
        ObjectMapper json = JsonMapper.builder()
                .addModule(new SnowflakeModule())
                .addModule(new SnowflakeModule(TextFor.UNSAFE_ONLY))
                .build();

        assertThat(json.writeValueAsString(List.of(new Row(7, 7), new Row(ID, ID))))
                .isEqualTo("[{\"id\":\"7\",\"n\":7},{\"id\":\"" + ID + "\",\"n\":\"" + ID + "\"}]");
    }

    @Test
    void aModeIsFoundByItsNameInSettings() {
        assertThat(List.of(TextFor.values()))
                .allSatisfy(
                        textFor -> assertThat(TextFor.of(textFor.toString())).isEqualTo(textFor))
                .extracting(TextFor::toString)
                .containsExactly("annotated", "all-longs", "unsafe-only");
        assertThatThrownBy(() -> TextFor.of("ALL_LONGS"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "which longs are written as text cannot be 'ALL_LONGS': use one of annotated, all-longs, unsafe-only");
    }

    static class Hex extends StdConverter<Long, String> {
        @Override
        public String convert(Long id) {
            return Long.toHexString(id);
        }
    }

    static class FromHex extends StdConverter<String, Long> {
        @Override
        public Long convert(String hex) {
            return Long.parseLong(hex, 16);
        }
    }

    record Own(
            @SnowflakeRef @JsonSerialize(converter = Hex.class) @JsonDeserialize(converter = FromHex.class)
            Long a,

            @SnowflakeRef
            @JsonSerialize(contentConverter = Hex.class)
            @JsonDeserialize(contentConverter = FromHex.class)
            List<Long> b) {}

    record OwnText(
            @SnowflakeRef @JsonSerialize(using = ToStringSerializer.class)
            int c) {}

    @Test
    void whatHasASerializerOrAConverterOfItsOwnIsLeftToIt() throws Exception {
        ObjectMapper json =
                JsonMapper.builder().addModule(new SnowflakeModule()).build();
        Own own = new Own(255L, List.of(255L));
        String written = "{\"a\":\"ff\",\"b\":[\"ff\"]}";

        assertThat(json.writeValueAsString(own)).isEqualTo(written);
        assertThat(json.readValue(written, Own.class)).isEqualTo(own);
        assertThat(json.writeValueAsString(new OwnText(7))).isEqualTo("{\"c\":\"7\"}");
    }

    record Counted(OptionalLong n) {}

    @Test
    void aLaterModuleDoesNotTakeItsWritingOfLongsFromIt() throws Exception {
        ObjectMapper json = JsonMapper.builder()
                .addModule(new SnowflakeModule(TextFor.ALL_LONGS))
                .addModule(new Jdk8Module())
                .build();

        assertThat(json.writeValueAsString(new Counted(OptionalLong.of(7)))).isEqualTo("{\"n\":\"7\"}");
    }
}
