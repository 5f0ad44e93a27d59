/** Makes Snowflake ids that are proved unique, with leases and worker ledgers, and checks the columns that store the ids. */
module io.snowflakeid.core {
    requires transitive java.sql;
    requires static org.jspecify;

    uses java.lang.System.LoggerFinder;

    exports io.snowflakeid;
    exports io.snowflakeid.column;
    exports io.snowflakeid.generator;
    exports io.snowflakeid.ledger;
    exports io.snowflakeid.ledger.spi;
}
