package io.snowflakeid.spring.boot;

import io.snowflakeid.WorkerLedgerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Shows why no worker was granted to a generator, be it described by {@code snowflake.*} or a bean of the application's own. */
final class LedgerFailureAnalyzer extends AbstractFailureAnalyzer<WorkerLedgerException> {

    private final Environment environment;

    LedgerFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WorkerLedgerException cause) {
        return new FailureAnalysis(
                cause.getMessage() + "\n\n" + SettingsInEffect.andDatabaseOf(environment),
                action(cause.reason()),
                rootFailure);
    }

    /** Shows what is wrong with {@code snowflake.*}, what of it is set and where, and what to do. */
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
                "Stop a process that is not needed any more, or wait for the time above: workers of crashed processes come free by"
                        + " themselves. If there are simply more processes than workers, take a snowflake.layout with more worker"
                        + " bits (where the ledger owns a number: with fewer datacenter bits for them, or let some processes take"
                        + " another ledger with another number), and a snowflake.namespace of its own if its ids are never stored"
                        + " with those of the old one.";
            case WORKER_IN_USE ->
                "Give each generator of this process another snowflake.worker, or take a ledger instead of fixed workers"
                        + " (snowflake.ledger.data-source and snowflake.ledger.scope): every application context then has a worker"
                        + " of its own, also those that tests keep.";
            case TABLES_MISSING ->
                "Let someone who may run the statements above, or put them into a migration: with Flyway or Liquibase it is run"
                        + " before the ledger is asked. Or let the application create them: snowflake.ledger.create-tables=true, and"
                        + " the right to create tables.";
            case STORED_DIFFERENTLY ->
                "Set snowflake.layout, snowflake.epoch, snowflake.ledger.scope and snowflake.datacenter to what is stored. Only if"
                        + " ids of both never meet in one table, take another snowflake.namespace.";
            case ANOTHER_LEDGER ->
                "Let the ledger's address or data source lead to the one database that was used before, and not to a router.";
            case LAYOUT_ENDED ->
                "Take a snowflake.layout with more timestamp bits or a later epoch; docs/ids.md says how to move to another layout"
                        + " without meeting the old ids.";
            case CLOCK_WRONG ->
                "Correct the clock that is wrong, and let NTP keep it right. If it is the epoch that is wrong, correct"
                        + " snowflake.epoch, or the one behind the @ of snowflake.layout.";
            case LOGIN_REJECTED ->
                "Correct the user and the password: snowflake.ledger.username and .password beside an address, else those of the data"
                        + " source or of the client.";
            case RIGHT_MISSING -> "Give the user the rights that a ledger needs; docs/worker-ids.md lists them.";
            case UNREACHABLE ->
                "Check that this process can reach what the message names, and use it: of a database its address; of a pool, that it has"
                        + " a connection left; of a file, its folder.";
            case OTHER -> "Do as the message says; docs/worker-ids.md explains ledgers and workers.";
        };
    }
}
