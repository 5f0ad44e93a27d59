package io.snowflakeid.spring.boot;

import io.snowflakeid.hibernate.UnsafeColumnsException;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Explains why an attribute of an entity gets no ids, or why the attribute's column is unsafe for ids. */
final class HibernateFailureAnalyzer extends AbstractFailureAnalyzer<HibernateException> {

    private final Environment environment;

    HibernateFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, HibernateException cause) {
        if (cause instanceof UnsafeColumnsException) {
            return unsafeColumns(rootFailure, String.valueOf(cause.getMessage()));
        }
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage());
            if (message.startsWith("cannot generate ")) {
                return new FailureAnalysis(
                        message + ".\n\n" + SettingsInEffect.of(environment), action(message), rootFailure);
            }
        }
        return null;
    }

    private static FailureAnalysis unsafeColumns(Throwable rootFailure, String message) {
        return new FailureAnalysis(
                // Spring Boot applications set snowflake.hibernate.columns instead of hibernate.snowflake.columns.
                message.replace("hibernate.snowflake.columns", "snowflake.hibernate.columns"),
                "Change the columns, for example in a migration: Flyway and Liquibase run before this check. To start anyway, set"
                        + " snowflake.hibernate.columns=warn: inserts may then fail, or get ids from the database.",
                rootFailure);
    }

    private String action(String message) {
        if (!message.contains(": set hibernate.snowflake.")) {
            return "Correct the entity as the message says; docs/hibernate.md lists what is rejected, and why.";
        }
        if (!environment.getProperty("snowflake.enabled", Boolean.class, true)) {
            return "Remove snowflake.enabled=false, with which Hibernate gets no generators. Or set what the message names, with"
                    + " the prefix spring.jpa.properties.";
        }
        return "Define a bean of type IdGenerator with the name of the missing generator, or correct the name in"
                + " @GeneratedValue(generator = ...). If the generator without a name is missing, mark one IdGenerator bean as"
                + " @Primary. For your own EntityManagerFactory, call HibernateSettings.addTo with its settings.";
    }
}
