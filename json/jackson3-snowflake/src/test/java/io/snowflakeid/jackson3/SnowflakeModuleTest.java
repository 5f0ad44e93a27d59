package io.snowflakeid.jackson3;

import io.snowflakeid.testing.JacksonLine;
import io.snowflakeid.testing.JsonContract;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;

class SnowflakeModuleTest extends JsonContract {

    @Override
    protected JacksonLine json(String textFor) {
        return Jackson3.of(textFor, builder -> builder.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
    }

    @Override
    protected JacksonLine withoutCoercion(String textFor) {
        return Jackson3.of(
                textFor,
                builder -> builder.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS));
    }

    @Override
    protected JacksonLine withoutNullForPrimitives(String textFor) {
        return Jackson3.of(textFor, builder -> builder.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
    }
}
