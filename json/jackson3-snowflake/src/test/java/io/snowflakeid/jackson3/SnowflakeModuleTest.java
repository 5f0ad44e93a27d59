package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.snowflakeid.testing.JacksonLine;
import io.snowflakeid.testing.JsonContract;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

class SnowflakeModuleTest extends JsonContract {

    @Override
    protected JacksonLine json(String textFor, Setting... settings) {
        return Jackson3.of(textFor, builder -> {
            builder.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
            for (Setting setting : settings) {
                apply(setting, builder);
            }
            return builder;
        });
    }

    private static void apply(Setting setting, JsonMapper.Builder builder) {
        switch (setting) {
            case NO_COERCION_OF_SCALARS -> builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
            case NO_NULL_FOR_PRIMITIVES -> builder.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
            case LONGS_ARE_NUMBERS -> writeLongsAsNumbers(builder);
        }
    }

    private static void writeLongsAsNumbers(JsonMapper.Builder builder) {
        List.of(long.class, Long.class)
                .forEach(type -> builder.withConfigOverride(
                        type, all -> all.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.NUMBER))));
    }
}
