package io.snowflakeid.jackson3;

import io.snowflakeid.json.TextFor;
import io.snowflakeid.testing.JacksonLine;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Jackson 3 as a user sets it up. */
record Jackson3(ObjectMapper mapper) implements JacksonLine {

    static JacksonLine of(String textFor, UnaryOperator<JsonMapper.Builder> settings) {
        JsonMapper.Builder builder = JsonMapper.builder();
        if (!textFor.equals("OFF")) {
            builder.addModule(new SnowflakeModule(TextFor.valueOf(textFor)));
        }
        return new Jackson3(settings.apply(builder).build());
    }

    @Override
    public String write(Object value, Class<?> view) {
        try {
            return mapper.writerWithView(view).writeValueAsString(value);
        } catch (JacksonException e) {
            throw new Refused(e, e.getOriginalMessage());
        }
    }

    @Override
    public <T> T read(String json, Class<T> type) {
        try {
            return mapper.readValue(json, type);
        } catch (JacksonException e) {
            throw new Refused(e, e.getOriginalMessage());
        }
    }
}
