package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
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

/** What differs between the databases that can hold a ledger: how they tell the time in UTC, and their DDL. */
enum SqlDialect {
    /** {@code UTC_TIMESTAMP} and not {@code NOW}: local time is ambiguous for an hour, and jumps, twice a year. */
    MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))", " DIV "),
    /** A timestamp with time zone, so its epoch does not depend on the session's zone. */
    H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)", " / ");

    private final String nowMicros;
    private final String wholeDivision;

    SqlDialect(String nowMicros, String wholeDivision) {
        this.nowMicros = nowMicros;
        this.wholeDivision = wholeDivision;
    }

    static SqlDialect of(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String product = database.getDatabaseProductName();
        String version = database.getDatabaseProductVersion();
        boolean mariaDb = (product + version).toLowerCase(Locale.ROOT).contains("mariadb");
        if (product.equals("MySQL") && !mariaDb) {
            return MYSQL;
        }
        if (product.equals("H2")) {
            return H2;
        }
        throw new WorkerLedgerException("a ledger is kept in MySQL or H2, but the data source leads to " + product + " "
                + version + ": give the ledger a data source of one of those");
    }

    /** Microseconds since 1970-01-01T00:00Z by the database's clock. */
    String nowMicros() {
        return nowMicros;
    }

    /** The present tick of a layout by the database's clock. */
    String nowTick(SnowflakeLayout layout) {
        long epochMicros = Math.multiplyExact(layout.epoch().toEpochMilli(), 1000L);
        long tickMicros = Math.multiplyExact(layout.tick().toMillis(), 1000L);
        return "((" + nowMicros + " - " + epochMicros + ")" + wholeDivision + tickMicros + ")";
    }

    /** The statements that create the ledger's tables. */
    List<String> ddl() {
        return Arrays.stream(script().split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /** The same as one script, as it is shipped. */
    String script() {
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
