package io.snowflakeid.jackson2;

import io.snowflakeid.testing.JacksonLine;
import io.snowflakeid.testing.JavaScriptContract;
import java.util.function.UnaryOperator;

class JavaScriptIT extends JavaScriptContract {

    @Override
    protected JacksonLine json(String textFor) {
        return Jackson2.of(textFor, UnaryOperator.identity());
    }
}
