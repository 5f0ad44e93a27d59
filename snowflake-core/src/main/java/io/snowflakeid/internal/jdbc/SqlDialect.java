package io.snowflakeid.internal.jdbc;

import io.snowflakeid.WorkerLedgerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Objects;

/** The SQL differences between the databases that can store this library's tables. */
public enum SqlDialect {
    /** MySQL and MariaDB use {@code UTC_TIMESTAMP}, because {@code NOW} returns the local time. */
    MYSQL(
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))",
            "SELECT @@SESSION.innodb_lock_wait_timeout",
            "SET SESSION innodb_lock_wait_timeout = %s",
            "2",
            ""),
    /** PostgreSQL uses {@code clock_timestamp()}, because {@code now()} is constant in a transaction. */
    POSTGRESQL(
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
            "SELECT current_setting('lock_timeout')",
            "SET lock_timeout = '%s'",
            "2s",
            " ON CONFLICT DO NOTHING"),
    /** H2 uses {@code CURRENT_TIMESTAMP}, whose value contains the time zone. */
    H2(
            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)",
            "SELECT LOCK_TIMEOUT()",
            "SET LOCK_TIMEOUT %s",
            "2000",
            "");

    public final String nowMicros; // microseconds since 1970-01-01T00:00Z by the database's clock
    public final String readLockTimeout; // reads the longest wait for a locked row, in the database's own form
    public final String setLockTimeout;
    final String twoSeconds; // two seconds in the database's own form
    /** The SQL clause by which PostgreSQL ignores a duplicate key in an INSERT, because an error would abort the transaction. */
    public final String unlessThere;

    SqlDialect(String nowMicros, String readLockTimeout, String setLockTimeout, String twoSeconds, String unlessThere) {
        this.nowMicros = nowMicros;
        this.readLockTimeout = readLockTimeout;
        this.setLockTimeout = setLockTimeout;
        this.twoSeconds = twoSeconds;
        this.unlessThere = unlessThere;
    }

    public static SqlDialect of(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String product = database.getDatabaseProductName();
        return switch (product) {
            case "MySQL", "MariaDB" -> MYSQL;
            case "PostgreSQL" -> POSTGRESQL;
            case "H2" -> H2;
            default ->
                throw new WorkerLedgerException(
                        "the tables can be in MySQL, MariaDB, PostgreSQL or H2, but the data source leads to " + product
                                + " " + database.getDatabaseProductVersion()
                                + ": pass a data source of one of those");
        };
    }

    /** Returns the SQL script from the package of the given class, with the given schema before each table name. */
    public String script(Class<?> owner, TablePlace place) {
        String name = this == MYSQL ? "mysql.sql" : "postgresql.sql";
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace(" EXISTS ", " EXISTS " + place.prefix());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of " + owner + " could not be read", e);
        }
    }
}
