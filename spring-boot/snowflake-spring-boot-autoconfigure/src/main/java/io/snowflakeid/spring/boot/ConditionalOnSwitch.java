package io.snowflakeid.spring.boot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Unless a setting is {@code false}, read as Spring Boot binds it: {@code off} and {@code FALSE} are, and nothing is not. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnSwitch.Condition.class)
@interface ConditionalOnSwitch {

    /** The setting's name. */
    String value();

    final class Condition extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            String name =
                    metadata.getAnnotations().get(ConditionalOnSwitch.class).getString("value");
            boolean on = Binder.get(context.getEnvironment())
                    .bind(name, Boolean.class)
                    .orElse(true);
            return new ConditionOutcome(on, name + " is " + on);
        }
    }
}
