package io.snowflakeid.jackson2;

import io.snowflakeid.json.EntityIdContract;
import io.snowflakeid.testing.JacksonLine;
import java.util.function.UnaryOperator;

class EntityIdTest extends EntityIdContract {

    @Override
    protected JacksonLine json() {
        return Jackson2.of("ANNOTATED", UnaryOperator.identity());
    }
}
