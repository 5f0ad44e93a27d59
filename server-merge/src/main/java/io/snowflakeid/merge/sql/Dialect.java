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
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds SQL for MySQL and MariaDB. A {@link ServiceLoader} finds subclasses for other databases. This class is immutable and thread-safe. */
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

    /** Returns true if the dialect supports a server with the given product name and version. */
    protected boolean isOf(String product) {
        String lower = product.toLowerCase(Locale.ROOT);
        return mariaDb ? lower.contains("mariadb") : lower.startsWith("mysql") && !lower.contains("mariadb");
    }

    /**
     * Returns the statements that set the variables of a session. The session uses a strict SQL mode that accepts zero dates and ids of 0.
     *
     * @param plannedAt the value of NOW() in the session, or null for the server's time
     * @param readOnly true if a MySQL or MariaDB session must reject writes (an H2 session accepts writes in any case)
     */
    protected List<String> sessionSetup(@Nullable String plannedAt, boolean readOnly) {
        // the variable timestamp gets a number, because the SET statement still interprets a date in the old time zone
        String moment = plannedAt == null
                ? ""
                : ", SESSION timestamp = "
                        + LocalDateTime.parse(plannedAt.replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC);
        // with information_schema_stats_expiry = 0, MySQL does not cache AUTO_INCREMENT values and write times
        String ofMySql = ", SESSION information_schema_stats_expiry = 0,"
                + " SESSION show_gipk_in_create_table_and_information_schema = 1";
        // a session that holds the locks of a merge may execute no statement for hours, so wait_timeout is long
        return List.of("""
                SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION',
                SESSION sql_quote_show_create = 1, SESSION time_zone = '+00:00', SESSION foreign_key_checks = 0,
                SESSION group_concat_max_len = 1048576, SESSION max_sort_length = 65536, SESSION sort_buffer_size = 16777216,
                SESSION wait_timeout = 2147483,
                SESSION innodb_lock_wait_timeout = 20, SESSION lock_wait_timeout = 20,
                SESSION %1$s_isolation = 'READ-COMMITTED', SESSION %1$s_read_only = %2$d%3$s%4$s
                """.formatted(mariaDb ? "tx" : "transaction", readOnly ? 1 : 0, mariaDb ? "" : ofMySql, moment));
    }

    /** Returns the statements that make a session accept zero dates as column defaults. */
    public List<String> definitionSetup() {
        return List.of("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'");
    }

    /** Returns the statements that create a trigger in its own SQL mode, and then reset the SQL mode of the session. */
    public List<String> createTrigger(Schema.Trigger trigger) {
        String mode = trigger.sqlMode();
        return mode == null
                ? List.of(trigger.create())
                : List.of(
                        "SET SESSION sql_mode = " + literal(mode),
                        trigger.create(),
                        definitionSetup().get(0));
    }

    public void use(Connection connection, String database) throws SQLException {
        connection.setCatalog(database);
        connection.setSchema(database);
    }

    /**
     * Reads the definitions of a database, and makes the database the current database of the session.
     *
     * @throws IllegalArgumentException if the database does not exist
     */
    public Schema schema(Connection connection, String database) throws SQLException {
        return MySqlCatalog.read(connection, database, mariaDb);
    }

    /** Makes the server check a statement without executing the statement. */
    public void tryOut(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE merge_trial FROM " + literal(sql));
            statement.execute("DEALLOCATE PREPARE merge_trial");
        }
    }

    /** Returns the fetch size with which the driver does not hold a complete result in memory. */
    public int streamingFetchSize() {
        return Integer.MIN_VALUE;
    }

    /** Acquires a named lock until the session ends, or returns false if another session has the lock. */
    public boolean lock(Connection connection, String name) throws SQLException {
        // GET_LOCK waits up to 3 s, because the server may still be closing the session of an earlier command
        return Sql.number(connection, "SELECT GET_LOCK(SHA2(?, 224), 3)", name) == 1;
    }

    /**
     * Returns the statements that lock tables against writes and definition changes until the session ends. A dialect without table locks returns an
     * empty list.
     *
     * @param tables the quoted names of the tables, each with the name of its database
     * @param seconds the maximum number of seconds that the session waits for a lock
     */
    public List<String> lockAgainstWrites(List<String> tables, int seconds) {
        return List.of(
                "SET SESSION lock_wait_timeout = " + seconds,
                "LOCK TABLES " + String.join(" READ, ", tables) + " READ");
    }

    /** Returns a name in quotes, and doubles each quote inside the name. */
    public String quote(String name) {
        return SqlText.quoted(name);
    }

    public final String table(String database, String table) {
        return quote(database) + "." + quote(table);
    }

    /** Returns a string literal with escaped quotes and backslashes. */
    public String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /** Returns a hint that makes the server read a table in the order of a key, or an empty text if the key is null. */
    public String forceIndex(@Nullable String keyName) {
        return keyName == null ? "" : " FORCE INDEX (" + quote(keyName) + ")";
    }

    /**
     * A column value that is a part of a row hash.
     *
     * @param column the definition of the column in the target
     * @param stored true if the expression already has the type and character set of the column
     */
    public record HashedColumn(String expression, Column column, boolean stored) {}

    /** Returns an SQL expression for the 64-bit hash of a row. */
    public String rowHash(List<HashedColumn> columns) {
        String parts = Sql.join(", ", columns, Dialect::hashed);
        return "CAST(CONV(LEFT(SHA2(CONCAT_WS(" + bytes("X'FF'") + ", " + parts + "), 256), 16), 16, 10) AS UNSIGNED)";
    }

    /** Returns an SQL expression whose value contains neither the byte FF (column separator) nor the byte FE (NULL marker). */
    private static String hashed(HashedColumn hashed) {
        String value = hashed.expression();
        String type = hashed.column().type();
        boolean stored = hashed.stored();
        boolean large = type.contains("blob") || type.contains("text");
        boolean isUtf8 = stored && "utf8mb4".equals(hashed.column().charset());
        String utf8 = isUtf8 ? value : "CONVERT(" + value + " USING utf8mb4)";
        String bytes =
                switch (hashed.column().kind()) {
                    // a ZEROFILL value is converted to a number, because its text begins with zeros
                    case INTEGER -> stored && !type.contains("zerofill") ? value : value + " + 0";
                    case BIT -> value + " + 0";
                    case TEMPORAL -> stored ? value : asStored(value, type);
                    // a DECIMAL is cast to the column's type, because the merge may replace an id by 0 instead of 0.00
                    case DECIMAL -> asStored(value, type);
                    // a FLOAT is converted to DOUBLE, because the text of a FLOAT does not contain all digits
                    case FLOAT -> "CAST(" + value + " AS DOUBLE)";
                    case TEXT -> large ? digest(utf8) : utf8;
                    case JSON -> digest(utf8);
                    case SPATIAL -> digest("CONCAT(ST_SRID(" + value + "), ',', ST_AsBinary(" + value + "))");
                    case BINARY -> large ? digest(value) : "HEX(" + value + ")";
                    case OTHER -> digest(bytes(value));
                };
        return hashed.column().nullable() ? "IFNULL(" + bytes + ", " + bytes("X'FE'") + ")" : bytes;
    }

    /** Converts a value to the type of the target column, because the type of the source column may have fewer decimal places. */
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

    /** Returns the type of a text column whose values are compared byte by byte. */
    public String exactTextType(int characters) {
        return "VARCHAR(" + characters + ") CHARACTER SET utf8mb4 COLLATE " + exactCollation();
    }

    /** Returns a binary collation that compares trailing spaces. */
    private String exactCollation() {
        return mariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
    }

    /** Converts a text expression to the collation of a column. */
    public String comparedAs(String expression, Column column) {
        String collation = column.collation();
        if (collation == null) {
            return expression;
        }
        // MariaDB's newer collations, such as uca1400_ai_ci, are valid for several character sets
        String charset = collation.startsWith("uca1400") ? "utf8mb4" : collation.split("_", 2)[0];
        return "(CONVERT(" + expression + " USING " + charset + ") COLLATE " + collation + ")";
    }

    /** Returns an SQL expression for a sort key. Two values have equal sort keys if the column's collation treats the values as equal. */
    public String sortKey(String expression, Column column) {
        String collation = column.collation();
        if (collation == null) {
            return bytes(expression);
        }
        // trailing spaces are significant only in the collation binary and in collations with _0900_ or nopad in the
        // name
        if (collation.contains("_0900_") || collation.contains("nopad") || collation.equals("binary")) {
            return "WEIGHT_STRING(" + comparedAs(expression, column) + ")";
        }
        String weights = "WEIGHT_STRING(" + comparedAs("TRIM(TRAILING ' ' FROM " + expression + ")", column) + ")";
        // Unicode collations ignore trailing U+00A0 and U+3000, because these characters have the same weight as a
        // space.
        return Stream.of("utf8", "ucs2", "utf16", "utf32", "uca1400").anyMatch(collation::startsWith)
                ? "TRIM(TRAILING WEIGHT_STRING(" + comparedAs("' '", column) + ") FROM " + weights + ")"
                : weights;
    }

    /**
     * Returns the default of a column as an SQL expression. For a nullable column without a default, the method returns the expression {@code NULL}.
     * The result is empty if a NOT NULL column has no default, or if the default is not supported.
     *
     * @param now the value of CURRENT_TIMESTAMP in a default, in the form {@code yyyy-MM-dd HH:mm:ss}
     */
    public Optional<String> defaultOf(Column column, String now) {
        return new MySqlDefault(this, mariaDb, now).of(column);
    }

    /** Returns an SQL expression for NULL with the type of a column. */
    public String nullOf(Column column) {
        return "NULL";
    }

    /** Returns the statement that creates a database. If {@code collation} is empty, the server uses its default character set and collation. */
    public final String createDatabase(String database, String charset, String collation) {
        return "CREATE SCHEMA IF NOT EXISTS " + quote(database)
                + (collation.isEmpty() ? "" : " CHARACTER SET " + charset + " COLLATE " + collation);
    }

    public String auditTableOptions() {
        return " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }

    /**
     * Returns the statement that creates a table with the columns of a query, the primary key {@code merge_row} and the column {@code merge_rule}.
     *
     * @param table the quoted name of the table
     * @param like a SELECT statement without a WHERE clause
     * @param indexed the columns of the index, as returned by {@link #indexed}
     */
    public String createKeySet(String table, String like, List<String> indexed) {
        return "CREATE TABLE " + table + " (merge_row BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                + " merge_rule INT NOT NULL DEFAULT 0"
                + (indexed.isEmpty() ? "" : ", KEY " + KEY_SET_INDEX + " (" + String.join(", ", indexed) + ")")
                + ") ENGINE = InnoDB AS "
                + like + " WHERE 1 = 0";
    }

    /** Returns a column name for an index definition. A long text column gets a prefix length, because InnoDB keys have at most 3,072 bytes. */
    public String indexed(Column column, int columns) {
        int most = 700 / columns;
        Matcher sized = SIZED_TEXT.matcher(column.type());
        boolean cut = sized.matches()
                ? Integer.parseInt(sized.group(1)) > most
                : UNSIZED_TEXT.matcher(column.type()).matches();
        return quote(column.name()) + (cut ? "(" + most + ")" : "");
    }

    /** Returns the statements that add keys or constraints to a table of the current database. */
    public List<String> alter(String table, List<String> clauses) {
        // InnoDB creates only one FULLTEXT index in a statement
        return clauses.stream()
                .collect(Collectors.groupingBy(
                        clause -> clause.startsWith("ADD FULLTEXT ") ? clause : "", TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(together -> "ALTER TABLE " + quote(table) + " " + String.join(", ", together))
                .toList();
    }

    public String setCounter(String table, String column, long next) {
        return "ALTER TABLE " + quote(table) + " AUTO_INCREMENT = " + next;
    }
}
