package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What differs between the databases that can hold a ledger: how they tell the time in UTC, how long they wait for a row that is
 * locked, and their DDL.
 */
enum SqlDialect {
    /** And MariaDB. {@code UTC_TIMESTAMP} and not {@code NOW}: local time is ambiguous for an hour, and jumps, twice a year. */
    MYSQL(
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))",
            "SELECT @@SESSION.innodb_lock_wait_timeout",
            "SET SESSION innodb_lock_wait_timeout = %s",
            "2",
            ""),
    /** {@code clock_timestamp()} and not {@code now()}, which stands still for a whole transaction. */
    POSTGRESQL(
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
            "SELECT current_setting('lock_timeout')",
            "SET lock_timeout = '%s'",
            "2s",
            " ON CONFLICT DO NOTHING"),
    /** A timestamp with time zone, so its epoch does not depend on the session's zone. */
    H2(
            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)",
            "SELECT LOCK_TIMEOUT()",
            "SET LOCK_TIMEOUT %s",
            "2000",
            "");

    /** Microseconds since 1970-01-01T00:00Z by the database's clock. */
    final String nowMicros;

    /** Asks how long the connection waits for a locked row, in the database's own words. */
    final String readLockTimeout;

    /** Sets what was read so, or {@link #twoSeconds}. */
    final String setLockTimeout;

    /** The longest wait for a locked row that leaves a renewal time for another attempt. */
    final String twoSeconds;

    /** Ends an INSERT that must not fail where the row is there already, as a failure ends the transaction. */
    final String unlessThere;

    SqlDialect(String nowMicros, String readLockTimeout, String setLockTimeout, String twoSeconds, String unlessThere) {
        this.nowMicros = nowMicros;
        this.readLockTimeout = readLockTimeout;
        this.setLockTimeout = setLockTimeout;
        this.twoSeconds = twoSeconds;
        this.unlessThere = unlessThere;
    }

    static SqlDialect of(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String product = database.getDatabaseProductName();
        return switch (product) {
            case "MySQL", "MariaDB" -> MYSQL;
            case "PostgreSQL" -> POSTGRESQL;
            case "H2" -> H2;
            default ->
                throw new WorkerLedgerException(
                        "a ledger is kept in MySQL, MariaDB, PostgreSQL or H2, but the data source leads to " + product
                                + " " + database.getDatabaseProductVersion()
                                + ": give the ledger a data source of one of those");
        };
    }

    /** The statements of a script. */
    static List<String> statements(String script) {
        return Arrays.stream(script.split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /** What creates the ledger's tables there, made of the script that is shipped. */
    String script(LedgerPlace place) {
        return shippedScript().replace(" EXISTS ", " EXISTS " + place.prefix());
    }

    private String shippedScript() {
        String name = name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = SqlDialect.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource io/snowflakeid/ledger/" + name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("resource io/snowflakeid/ledger/" + name + " could not be read", e);
        }
    }
}
