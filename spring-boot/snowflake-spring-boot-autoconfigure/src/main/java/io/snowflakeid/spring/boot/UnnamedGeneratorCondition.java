package io.snowflakeid.spring.boot;

import io.snowflakeid.WorkerLedger;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** An application that names all its generators has no other; one that describes none at all is told so at its start. */
final class UnnamedGeneratorCondition extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, GeneratorProperties> named = GeneratorProperties.named(context.getEnvironment());
        boolean described = GeneratorProperties.describeUnnamed(context.getEnvironment());
        Set<String> ledgersOfOthers = named.values().stream()
                .map(generator -> generator.ledger().workerLedger())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        boolean handedOver = context.getBeanFactory() != null
                && Stream.of(context.getBeanFactory().getBeanNamesForType(WorkerLedger.class, false, false))
                        .anyMatch(ledger -> !ledgersOfOthers.contains(ledger));
        if (described || handedOver) {
            return ConditionOutcome.match();
        }
        if (!named.isEmpty()) {
            return ConditionOutcome.noMatch("all generators have names");
        }
        return HibernateSettings.sayWhereIdsComeFrom(context.getEnvironment())
                ? ConditionOutcome.noMatch("Hibernate's own settings alone say where ids come from")
                : ConditionOutcome.match();
    }
}
