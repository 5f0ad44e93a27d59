package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.MySqlCatalog;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** SQL that differs between databases, for MySQL and MariaDB. Dialects of other databases override this class as services. Immutable, thread-safe. */
public class Dialect {

    public static final String KEY_SET_INDEX = "merge_key";

    private static final Pattern SIZED_TEXT = Pattern.compile("(?:var)?(?:char|binary)\\((\\d+)\\).*");

    private static final Pattern UNSIZED_TEXT = Pattern.compile("(?:tiny|medium|long)?(?:text|blob)");

    private static final Pattern DIGITS = Pattern.compile("\\([0-9, ]+\\)");

    private final boolean mariaDb;

    protected Dialect(boolean mariaDb) {
        this.mariaDb = mariaDb;
    }

    static Dialect of(String product) throws SQLException {
        Stream<Dialect> others = ServiceLoader.load(Dialect.class, Dialect.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get);
        return Stream.concat(Stream.of(new Dialect(true), new Dialect(false)), others)
                .filter(dialect -> dialect.isOf(product))
                .findFirst()
                .orElseThrow(() -> new SQLException(
                        "server is " + product + "; supported are MySQL 8.4 and 9, MariaDB 10.11 and 11, and H2"));
    }

    /** Whether this dialect is for a server with this name and version. */
    protected boolean isOf(String product) {
        String lower = product.toLowerCase(Locale.ROOT);
        return mariaDb ? lower.contains("mariadb") : lower.startsWith("mysql") && !lower.contains("mariadb");
    }

    /**
     * The statements that set up each session: a strict mode, in which the server cuts no value silently; zero dates and ids of 0 keep their values.
     * One statement, because each session that is taken from the pool executes it.
     *
     * @param plannedAt the current time in conditions, or null for the server's time
     * @param readOnly whether statements, and the functions that they call, must not write; not on H2
     */
    protected List<String> sessionSetup(@Nullable String plannedAt, boolean readOnly) {
        // the time is a number, as the new time zone takes effect only after this statement
        String moment = plannedAt == null
                ? ""
                : ", SESSION timestamp = "
                        + LocalDateTime.parse(plannedAt.replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC);
        // the server reports the current counters and times of tables, not cached values
        String ofMySql = ", SESSION information_schema_stats_expiry = 0,"
                + " SESSION show_gipk_in_create_table_and_information_schema = 1";
        // the long wait_timeout is for sessions that only hold a lock for hours
        return List.of("""
                SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION',
                SESSION sql_quote_show_create = 1, SESSION time_zone = '+00:00', SESSION foreign_key_checks = 0,
                SESSION group_concat_max_len = 1048576, SESSION max_sort_length = 65536, SESSION sort_buffer_size = 16777216,
                SESSION wait_timeout = 2147483,
                SESSION innodb_lock_wait_timeout = 20, SESSION lock_wait_timeout = 20,
                SESSION %1$s_isolation = 'READ-COMMITTED', SESSION %1$s_read_only = %2$d%3$s%4$s
                """.formatted(mariaDb ? "tx" : "transaction", readOnly ? 1 : 0, mariaDb ? "" : ofMySql, moment));
    }

    /** The statements before tables are defined as on the sources, where zero dates may be defaults. */
    public List<String> definitionSetup() {
        return List.of("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'");
    }

    public void use(Connection connection, String database) throws SQLException {
        connection.setCatalog(database);
        connection.setSchema(database);
    }

    /**
     * Reads a database's catalog in a session of a {@link Server}, and makes the database the session's current one.
     *
     * @throws IllegalArgumentException if the database does not exist
     */
    public Schema schema(Connection connection, String database) throws SQLException {
        return MySqlCatalog.read(connection, database, mariaDb);
    }

    /** Makes the server parse a statement, in the database of the session, without executing it. */
    public void tryOut(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE merge_trial FROM " + literal(sql));
            statement.execute("DEALLOCATE PREPARE merge_trial");
        }
    }

    /** The fetch size with which the driver reads a long result row by row instead of holding it in memory. */
    public int streamingFetchSize() {
        return Integer.MIN_VALUE;
    }

    /** Takes a lock that only one session of the server can hold, until its end; false if another session holds the lock. */
    public boolean lock(Connection connection, String name) throws SQLException {
        // the server may take a moment to end the session of a command that has just ended
        return Sql.number(connection, "SELECT GET_LOCK(SHA2(?, 224), 3)", name) == 1;
    }

    /**
     * The statements with which a session prevents other sessions, until it ends, from writing to tables and from redefining them; empty for a
     * database without such a lock.
     *
     * @param tables the tables with their databases, in quotes
     * @param seconds how long the session waits for writers
     */
    public List<String> lockAgainstWrites(List<String> tables, int seconds) {
        return List.of(
                "SET SESSION lock_wait_timeout = " + seconds,
                "LOCK TABLES " + String.join(" READ, ", tables) + " READ");
    }

    /** A name in quotes, with all quotes inside escaped. */
    public String quote(String name) {
        return SqlText.quoted(name);
    }

    public final String table(String database, String table) {
        return quote(database) + "." + quote(table);
    }

    /** A text in quotes, with all quotes inside escaped; sessions never set NO_BACKSLASH_ESCAPES. */
    public String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /** The hint after a table's alias to read its rows in the order of a key; or empty. */
    public String forceIndex(@Nullable String keyName) {
        return keyName == null ? "" : " FORCE INDEX (" + quote(keyName) + ")";
    }

    /**
     * A column as part of a hash.
     *
     * @param column the column's definition in the target
     * @param stored whether a column of that type and character set holds the value; otherwise the value is converted
     */
    public record HashedColumn(String expression, Column column, boolean stored) {}

    /** An expression for a 64-bit hash of a row, as a number; NULLs and the ends of columns change the hash. */
    public String rowHash(List<HashedColumn> columns) {
        String parts = Sql.join(", ", columns, Dialect::hashed);
        return "CAST(CONV(LEFT(SHA2(CONCAT_WS(" + bytes("X'FF'") + ", " + parts + "), 256), 16), 16, 10) AS UNSIGNED)";
    }

    /** A value as digits or as UTF-8, in which no byte is FF, the end of a column, or FE, the sign for NULL. */
    private static String hashed(HashedColumn hashed) {
        String value = hashed.expression();
        String type = hashed.column().type();
        boolean stored = hashed.stored();
        boolean large = type.contains("blob") || type.contains("text");
        boolean isUtf8 = stored && "utf8mb4".equals(hashed.column().charset());
        String utf8 = isUtf8 ? value : "CONVERT(" + value + " USING utf8mb4)";
        String bytes =
                switch (hashed.column().kind()) {
                    // ZEROFILL shows a number with zeros in front
                    case INTEGER -> stored && !type.contains("zerofill") ? value : value + " + 0";
                    case BIT -> value + " + 0";
                    case TEMPORAL -> stored ? value : asStored(value, type);
                    // a reference that is cleared to 0 has no digits after the decimal point
                    case DECIMAL -> asStored(value, type);
                    // a FLOAT is shown with fewer digits than it has
                    case FLOAT -> "CAST(" + value + " AS DOUBLE)";
                    case TEXT -> large ? digest(utf8) : utf8;
                    case JSON -> digest(utf8);
                    case SPATIAL -> digest("CONCAT(ST_SRID(" + value + "), ',', ST_AsBinary(" + value + "))");
                    case BINARY -> large ? digest(value) : "HEX(" + value + ")";
                    case OTHER -> digest(bytes(value));
                };
        return hashed.column().nullable() ? "IFNULL(" + bytes + ", " + bytes("X'FE'") + ")" : bytes;
    }

    /** A value in the column's own type: the type of another source may have fewer digits, or no time. */
    private static String asStored(String value, String type) {
        Matcher matcher = DIGITS.matcher(type);
        String digits = matcher.find() ? matcher.group() : "";
        return switch (type.split("[^a-z]", 2)[0]) {
            case "decimal" -> "CAST(" + value + " AS DECIMAL" + digits + ")";
            case "date" -> castDate(value, "DATE");
            case "time" -> castDate(value, "TIME" + digits);
            case "datetime", "timestamp" -> castDate(value, "DATETIME" + digits);
            default -> value;
        };
    }

    private static String castDate(String value, String type) {
        return "IFNULL(CAST(CAST(" + value + " AS " + type + ") AS CHAR), " + value + ")";
    }

    private static String bytes(String expression) {
        return "CAST(" + expression + " AS BINARY)";
    }

    private static String digest(String bytes) {
        return "SHA2(" + bytes + ", 256)";
    }

    public String text(String expression) {
        return "CAST(" + expression + " AS CHAR)";
    }

    public String exactText(String expression) {
        return "(CONVERT(" + expression + " USING utf8mb4) COLLATE " + exactCollation() + ")";
    }

    /** The type of a column whose texts are compared byte for byte. */
    public String exactTextType(int characters) {
        return "VARCHAR(" + characters + ") CHARACTER SET utf8mb4 COLLATE " + exactCollation();
    }

    /** A collation in which blanks at the end count, too. */
    private String exactCollation() {
        return mariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
    }

    /** A text in the collation of the given column. */
    public String comparedAs(String expression, Column column) {
        String collation = column.collation();
        if (collation == null) {
            return expression;
        }
        // MariaDB's newer collations, such as uca1400_ai_ci, are valid for any character set
        String charset = collation.startsWith("uca1400") ? "utf8mb4" : collation.split("_", 2)[0];
        return "(CONVERT(" + expression + " USING " + charset + ") COLLATE " + collation + ")";
    }

    /** Bytes that have the equality and the order of the column's values. */
    public String sortKey(String expression, Column column) {
        String collation = column.collation();
        if (collation == null) {
            return bytes(expression);
        }
        // in other collations, blanks at the end do not count
        if (collation.contains("_0900_") || collation.contains("nopad") || collation.equals("binary")) {
            return "WEIGHT_STRING(" + comparedAs(expression, column) + ")";
        }
        String weights = "WEIGHT_STRING(" + comparedAs("TRIM(TRAILING ' ' FROM " + expression + ")", column) + ")";
        // U+00A0 and U+3000 weigh as much as a blank, and do not count at the end either; weights of all characters of
        // Unicode have one length, so that none ends with the weight of a blank
        return Stream.of("utf8", "ucs2", "utf16", "utf32", "uca1400").anyMatch(collation::startsWith)
                ? "TRIM(TRAILING WEIGHT_STRING(" + comparedAs("' '", column) + ") FROM " + weights + ")"
                : weights;
    }

    /**
     * The default of a column, or NULL without a default, as an expression of the column's type; empty if there is no such expression.
     *
     * @param now the current time for the default, {@code yyyy-MM-dd HH:mm:ss}
     */
    public Optional<String> defaultOf(Column column, String now) {
        return new MySqlDefault(this, mariaDb, now).of(column);
    }

    /** NULL as a value of a column, even if the column does not accept it. */
    public String nullOf(Column column) {
        return "NULL";
    }

    /** The statement that creates a database; empty defaults are left to the server. */
    public final String createDatabase(String database, String charset, String collation) {
        return "CREATE SCHEMA IF NOT EXISTS " + quote(database)
                + (collation.isEmpty() ? "" : " CHARACTER SET " + charset + " COLLATE " + collation);
    }

    /** Options of audit tables. */
    public String auditTableOptions() {
        return " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }

    /**
     * The statement that creates a table with the columns of a query, a column {@code merge_row} that numbers the rows and is the key, since servers
     * may require a key, and a column {@code merge_rule}.
     *
     * @param table in quotes
     * @param like a SELECT without a condition, whose columns the table gets
     * @param indexed the columns of its index, as {@link #indexed} writes them
     */
    public String createKeySet(String table, String like, List<String> indexed) {
        return "CREATE TABLE " + table + " (merge_row BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                + " merge_rule INT NOT NULL DEFAULT 0"
                + (indexed.isEmpty() ? "" : ", KEY " + KEY_SET_INDEX + " (" + String.join(", ", indexed) + ")")
                + ") ENGINE = InnoDB AS "
                + like + " WHERE 1 = 0";
    }

    /** A column of an index with this many columns; a long text is cut to its beginning, as InnoDB takes 3,072 bytes. */
    public String indexed(Column column, int columns) {
        int most = 700 / columns;
        Matcher sized = SIZED_TEXT.matcher(column.type());
        boolean cut = sized.matches()
                ? Integer.parseInt(sized.group(1)) > most
                : UNSIZED_TEXT.matcher(column.type()).matches();
        return quote(column.name()) + (cut ? "(" + most + ")" : "");
    }

    /** The statements that add keys or constraints to a table of the current database, given the clause for each. */
    public List<String> alter(String table, List<String> clauses) {
        return clauses.isEmpty()
                ? List.of()
                : List.of("ALTER TABLE " + quote(table) + " " + String.join(", ", clauses));
    }

    public String setCounter(String table, String column, long next) {
        return "ALTER TABLE " + quote(table) + " AUTO_INCREMENT = " + next;
    }
}
