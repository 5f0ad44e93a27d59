package io.snowflakeid.jackson3;

import io.snowflakeid.testing.JacksonLine;
import io.snowflakeid.testing.JavaScriptContract;
import java.util.function.UnaryOperator;

class JavaScriptIT extends JavaScriptContract {

    @Override
    protected JacksonLine json(String textFor) {
        return Jackson3.of(textFor, UnaryOperator.identity());
    }
}
