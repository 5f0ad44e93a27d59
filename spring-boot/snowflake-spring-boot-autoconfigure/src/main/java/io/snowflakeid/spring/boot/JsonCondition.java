package io.snowflakeid.spring.boot;

import io.snowflakeid.spring.boot.SnowflakeProperties.Json;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Unless {@code snowflake.json} is off. */
final class JsonCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Json json = Binder.get(context.getEnvironment())
                .bind("snowflake.json", Json.class)
                .orElse(Json.ANNOTATED);
        return new ConditionOutcome(json != Json.OFF, "snowflake.json is " + json);
    }
}
