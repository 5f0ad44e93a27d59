package io.snowflakeid.spring.boot;

import io.snowflakeid.hibernate.UnsafeColumnsException;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Shows which attribute of an entity gets no ids, and why, and which columns cannot hold them, such as INT or AUTO_INCREMENT. */
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
                // as it is spelt in this application
                message.replace("hibernate.snowflake.columns", "snowflake.hibernate.columns"),
                "Change the columns, in a migration for instance: Flyway and Liquibase run before this check. To start all the same,"
                        + " set snowflake.hibernate.columns=warn: inserts may then fail, or be given ids by the database.",
                rootFailure);
    }

    private String action(String message) {
        if (!message.contains(": set hibernate.snowflake.")) {
            return "Correct the entity as it says; docs/hibernate.md lists what is rejected, and why.";
        }
        if (!environment.getProperty("snowflake.enabled", Boolean.class, true)) {
            return "Remove snowflake.enabled=false, which keeps Hibernate from the generators. Or set what the message names, behind"
                    + " spring.jpa.properties.";
        }
        return "Make a bean of type IdGenerator that has the name of the missing generator, or correct the name in"
                + " @GeneratedValue(generator = ...). If the generator without a name is missing, mark one of the IdGenerator beans"
                + " @Primary, and of an EntityManagerFactory of your own call HibernateSettings.addTo on its settings.";
    }
}
