package io.snowflakeid.spring.boot;

import io.snowflakeid.hibernate.UnsafeColumnsException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows columns that cannot hold ids, such as INT or AUTO_INCREMENT, and what they need instead. */
final class UnsafeColumnsFailureAnalyzer extends AbstractFailureAnalyzer<UnsafeColumnsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsafeColumnsException cause) {
        return new FailureAnalysis(
                // as it is spelt in this application
                String.valueOf(cause.getMessage())
                        .replace("hibernate.snowflake.columns", "snowflake.hibernate.columns"),
                "Change the columns, in a migration for instance: Flyway and Liquibase run before this check. To"
                        + " start all the same, set snowflake.hibernate.columns=warn: inserts may then fail, or be given ids by the"
                        + " database.",
                rootFailure);
    }
}
