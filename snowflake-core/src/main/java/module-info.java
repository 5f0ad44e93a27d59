/** Snowflake ids that are proved unique: layout, generator, leases and worker ledgers. */
module io.snowflakeid.core {
    requires transitive java.sql;
    requires static org.jspecify;

    exports io.snowflakeid;
    exports io.snowflakeid.ledger;
}
