package io.snowflakeid.jackson2;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.json.TextFor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Registration of the module in a mapper, and precedence of the mapper's own settings. */
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
                .addModule(new SnowflakeModule(TextFor.ALL_LONGS))
                .build();

        assertThat(json.writeValueAsString(List.of(new Row(7, 7), new Row(ID, ID))))
                .isEqualTo("[{\"id\":\"7\",\"n\":\"7\"},{\"id\":\"" + ID + "\",\"n\":\"" + ID + "\"}]");
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
}
