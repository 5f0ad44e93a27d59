/** Makes Snowflake ids that are proved unique, with leases and worker ledgers, and checks the columns that store the ids. */
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
            io.snowflakeid.spring.boot;
    exports io.snowflakeid.ledger;
    exports io.snowflakeid.ledger.spi;
}
