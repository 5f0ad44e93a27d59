package io.snowflakeid.spring.boot;

import io.snowflakeid.WorkerLedgerException;
import java.util.stream.Stream;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Explains why a ledger granted no worker to a generator. */
final class LedgerFailureAnalyzer extends AbstractFailureAnalyzer<WorkerLedgerException> {

    private final Environment environment;

    LedgerFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WorkerLedgerException cause) {
        boolean isOfSegments = Stream.of(cause.getStackTrace())
                .anyMatch(call -> call.getClassName().startsWith("io.snowflakeid.segment."));
        return new FailureAnalysis(
                cause.getMessage() + "\n\n" + SettingsInEffect.of(environment),
                isOfSegments
                        ? "Follow the message; docs/segments.md explains the settings of tags, durable servers and restored tables."
                        : action(cause.reason()),
                rootFailure);
    }

    /** Explains an invalid setting, and lists all settings with the files or variables that define the settings. */
    static final class OfSettings extends AbstractFailureAnalyzer<SnowflakeStartException> {

        private final Environment environment;

        OfSettings(Environment environment) {
            this.environment = environment;
        }

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, SnowflakeStartException cause) {
            return new FailureAnalysis(
                    cause.getMessage() + "\n\n" + SettingsInEffect.of(environment), cause.action(), rootFailure);
        }
    }

    private static String action(WorkerLedgerException.Reason reason) {
        return switch (reason) {
            case WORKERS_TAKEN ->
                "Stop a process that is no longer needed, or wait until the time above: workers of crashed processes become free by"
                        + " themselves. If there are more processes than workers, use a snowflake.layout with more worker bits (if"
                        + " the ledger owns a datacenter id: with fewer datacenter bits, or use another ledger with another id for"
                        + " some processes), and another snowflake.namespace if its ids are never stored with those of the old one.";
            case WORKER_IN_USE ->
                "Give each generator of this process another snowflake.worker, or use a ledger instead of fixed workers"
                        + " (snowflake.ledger.data-source and snowflake.ledger.scope): each application context then has its own"
                        + " worker, also contexts that tests cache.";
            case TABLES_MISSING ->
                "Run the statements above as a user with that right, or put them into a migration: Flyway and Liquibase run before"
                        + " the ledger is used. Or let the application create the tables: set snowflake.ledger.create-tables=true,"
                        + " and grant its user the right to create tables.";
            case STORED_DIFFERENTLY ->
                "Set snowflake.layout, snowflake.epoch, snowflake.ledger.scope and snowflake.datacenter to the stored values. Use"
                        + " another snowflake.namespace only if ids of both are never stored in one table.";
            case ANOTHER_LEDGER ->
                "Set the ledger's address or data source to the database that was used before; it must not be a router.";
            case LAYOUT_ENDED ->
                "Use a snowflake.layout with more timestamp bits or a later epoch; docs/ids.md explains how to change the layout"
                        + " without repeating old ids.";
            case CLOCK_WRONG ->
                "Correct the wrong clock, and synchronize it by NTP. If the epoch is wrong, correct snowflake.epoch, or the epoch"
                        + " after the @ of snowflake.layout.";
            case LOGIN_REJECTED ->
                "Correct the user and the password: snowflake.ledger.username and .password with an address, otherwise those of the"
                        + " data source or of the client.";
            case RIGHT_MISSING -> "Give the user the rights that a ledger needs; docs/worker-ids.md lists them.";
            case UNREACHABLE ->
                "Check what the message names: the address of a database, the free connections of a pool, or the folder of a file.";
            case NOT_OPEN, OTHER -> "Follow the message; docs/worker-ids.md explains ledgers and workers.";
        };
    }
}
