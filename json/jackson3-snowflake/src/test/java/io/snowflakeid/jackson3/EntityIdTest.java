package io.snowflakeid.jackson3;

import io.snowflakeid.json.EntityIdContract;
import io.snowflakeid.testing.JacksonLine;
import java.util.function.UnaryOperator;

class EntityIdTest extends EntityIdContract {

    @Override
    protected JacksonLine json() {
        return Jackson3.of("ANNOTATED", UnaryOperator.identity());
    }
}
