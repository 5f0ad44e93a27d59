package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import io.snowflakeid.testing.JacksonLine;
import io.snowflakeid.testing.JsonContract;

class SnowflakeModuleTest extends JsonContract {

    @Override
    protected JacksonLine json(String textFor) {
        return Jackson2.of(textFor, builder -> builder.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
    }

    @Override
    protected JacksonLine withoutCoercion(String textFor) {
        return Jackson2.of(
                textFor,
                builder -> builder.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS));
    }

    @Override
    protected JacksonLine withoutNullForPrimitives(String textFor) {
        return Jackson2.of(textFor, builder -> builder.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
    }
}
