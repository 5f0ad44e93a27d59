package io.snowflakeid.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Shows what is wrong with {@code snowflake.*}, what of it is set and where, and what to do. */
final class SnowflakeFailureAnalyzer extends AbstractFailureAnalyzer<SnowflakeStartException> {

    private final Environment environment;

    SnowflakeFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SnowflakeStartException cause) {
        return new FailureAnalysis(
                cause.getMessage() + "\n\n" + SettingsInEffect.of(environment), cause.action(), rootFailure);
    }
}
