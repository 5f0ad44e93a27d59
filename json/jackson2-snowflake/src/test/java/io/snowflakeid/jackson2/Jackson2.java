package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.snowflakeid.json.TextFor;
import io.snowflakeid.testing.JacksonLine;
import java.util.function.UnaryOperator;

/** Jackson 2 as a user sets it up. */
record Jackson2(ObjectMapper mapper) implements JacksonLine {

    static JacksonLine of(String textFor, UnaryOperator<JsonMapper.Builder> settings) {
        JsonMapper.Builder builder = settings.apply(JsonMapper.builder().addModule(new Jdk8Module()));
        if (!textFor.equals("OFF")) {
            builder.addModule(new SnowflakeModule(TextFor.valueOf(textFor)));
        }
        return new Jackson2(builder.build());
    }

    @Override
    public String write(Object value, Class<?> view) {
        try {
            return mapper.writerWithView(view).writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new Refused(e, e.getOriginalMessage());
        }
    }

    @Override
    public <T> T read(String json, Class<T> type) {
        try {
            return mapper.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new Refused(e, e.getOriginalMessage());
        }
    }
}
