/** Snowflake ids that are proved unique: layout, generator, leases, worker ledgers, and a check of the columns that hold them. */
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
