/** Contains the Snowflake id generator, the worker ledgers, and the checks of database columns that store ids. */
@SuppressWarnings("module") // the modules that use internal are built later
module io.snowflakeid.core {
    requires transitive java.sql;
    requires static org.jspecify;

    uses java.lang.System.LoggerFinder;

    exports io.snowflakeid;
    exports io.snowflakeid.column;
    exports io.snowflakeid.generator;
    exports io.snowflakeid.internal to
            io.snowflakeid.cli,
            io.snowflakeid.commandline,
            io.snowflakeid.hibernate,
            io.snowflakeid.json,
            io.snowflakeid.merge,
            io.snowflakeid.segment,
            io.snowflakeid.spring.boot;
    exports io.snowflakeid.internal.jdbc to
            io.snowflakeid.segment;
    exports io.snowflakeid.ledger;
    exports io.snowflakeid.ledger.spi;
}
