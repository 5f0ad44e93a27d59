package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.SqlToken;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** MySQL 8.4 and 9, MariaDB 10.11 and 11. */
record MySqlDialect(boolean mariaDb) implements Dialect {

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /**
     * Deadlock, lock wait timeout, wait for metadata lock, too many concurrent transactions, definition has changed; server
     * shutdown, session killed, server gone, connection lost.
     */
    private static final Set<Integer> PASSING = Set.of(
            1213, LOCK_WAIT_TIMEOUT, 1614, 1637, 1412, 1020, 1053, 1077, 1079, 1317, 1927, 2006, 2013, 3169, 4031);

    /** Table or view, key, foreign key, trigger. */
    private static final Set<Integer> ALREADY_THERE = Set.of(1050, 1061, 1826, 1359);

    private static final Pattern SIZED_TEXT = Pattern.compile("(?:var)?(?:char|binary)\\((\\d+)\\).*");

    private static final Pattern UNSIZED_TEXT = Pattern.compile("(?:tiny|medium|long)?(?:text|blob)");

    private static final Pattern DIGITS = Pattern.compile("\\([0-9, ]+\\)");

    @Override
    public boolean speaks(String product) {
        String lower = product.toLowerCase(Locale.ROOT);
        return mariaDb ? lower.contains("mariadb") : lower.startsWith("mysql") && !lower.contains("mariadb");
    }

    @Override
    public String quote(String name) {
        return SqlToken.quoted(name);
    }

    /** NO_BACKSLASH_ESCAPES is never set in our sessions. */
    @Override
    public String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /**
     * Strict, so that nothing is cut in silence; zero dates and ids of 0 pass as they stand. All in one statement: this is said each
     * time that a session is taken from the pool.
     */
    @Override
    public List<String> sessionSetup(@Nullable String plannedAt, boolean readOnly) {
        List<String> settings = new ArrayList<>(List.of(
                "NAMES utf8mb4",
                "SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'",
                "SESSION sql_quote_show_create = 1",
                "SESSION time_zone = '+00:00'",
                "SESSION foreign_key_checks = 0",
                "SESSION group_concat_max_len = 1048576",
                "SESSION max_sort_length = 65536",
                "SESSION innodb_lock_wait_timeout = 20",
                "SESSION lock_wait_timeout = 20",
                // some sessions hold a lock alone for hours
                "SESSION wait_timeout = 2147483"));
        String transaction = "SESSION " + (mariaDb ? "tx" : "transaction");
        settings.add(transaction + "_isolation = 'READ-COMMITTED'");
        settings.add(transaction + "_read_only = " + (readOnly ? 1 : 0));
        if (!mariaDb) {
            // counters and times of tables as they are, not as they were a day ago
            settings.add("SESSION information_schema_stats_expiry = 0");
            settings.add("SESSION show_gipk_in_create_table_and_information_schema = 1");
        }
        if (plannedAt != null) {
            // as a number: the session's time zone does not hold before the statement's end
            settings.add("SESSION timestamp = "
                    + LocalDateTime.parse(plannedAt.replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC));
        }
        return List.of("SET " + String.join(", ", settings));
    }

    /** Defaults of zero dates are taken as they stand. */
    @Override
    public List<String> definitionSetup() {
        return List.of("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'");
    }

    /** Always: the driver does not know that a database was dropped and made anew. */
    @Override
    public void use(Connection connection, String database) throws SQLException {
        connection.setCatalog(database);
    }

    @Override
    public void tryOut(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE merge_trial FROM " + literal(sql));
            statement.execute("DEALLOCATE PREPARE merge_trial");
        }
    }

    /** To MariaDB it is a comment. */
    @Override
    public String selectByLookup() {
        return "SELECT /*+ SET_VAR(optimizer_switch = 'materialization=off') */";
    }

    @Override
    public String forceIndex(@Nullable String keyName) {
        return keyName == null ? "" : " FORCE INDEX (" + quote(keyName) + ")";
    }

    @Override
    public String rowHash(List<HashedColumn> columns) {
        String parts = columns.stream().map(this::hashed).collect(Collectors.joining(", "));
        return "CAST(CONV(LEFT(SHA2(CONCAT(" + parts + "), 256), 16), 16, 10) AS UNSIGNED)";
    }

    /** Arguments for one CONCAT, as each further one would copy the row's bytes once more. */
    private String hashed(HashedColumn hashed) {
        String value = hashed.expression();
        String parts =
                switch (hashed.column().kind()) {
                    // a number is hashed as one: ZEROFILL shows it with zeros in front
                    case INTEGER, BIT -> value + " + 0, ','";
                    case DECIMAL, TEMPORAL -> asStored(value, hashed.column()) + ", ','";
                    // a FLOAT is shown with fewer digits than it has
                    case FLOAT -> "CAST(" + value + " AS DOUBLE), ','";
                    case TEXT ->
                        measured(
                                "CHAR_LENGTH(" + value + ")",
                                bytes("CONVERT(" + value + " USING utf8mb4)"),
                                hashed.column());
                    case JSON -> digest(bytes("CONVERT(" + value + " USING utf8mb4)"));
                    case SPATIAL -> digest("CONCAT(ST_SRID(" + value + "), ',', ST_AsBinary(" + value + "))");
                    case BINARY -> measured("LENGTH(" + value + ")", value, hashed.column());
                    case OTHER -> digest(bytes(value));
                };
        return hashed.column().nullable() ? "IFNULL(CONCAT(" + parts + "), '-,')" : parts;
    }

    /** As the column itself has it: another source's type may have fewer digits, or no time. An odd date stays what it is. */
    private static String asStored(String value, Column column) {
        Matcher matcher = DIGITS.matcher(column.type());
        String digits = matcher.find() ? matcher.group() : "";
        return switch (column.type().split("[^a-z]", 2)[0]) {
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

    /** Long values as a digest, so that the row does not outgrow the packet. */
    private static String measured(String length, String bytes, Column column) {
        String type = column.type();
        boolean large = type.contains("blob") || type.contains("text");
        return large ? digest(bytes) : length + ", ':', " + bytes;
    }

    private static String digest(String bytes) {
        return "SHA2(" + bytes + ", 256)";
    }

    @Override
    public String exactText(String expression) {
        return "(CONVERT(" + expression + " USING utf8mb4) COLLATE " + exactCollation() + ")";
    }

    /** In which also blanks at the end count. */
    private String exactCollation() {
        return mariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
    }

    @Override
    public String exactTextType(int characters) {
        return "VARCHAR(" + characters + ") CHARACTER SET utf8mb4 COLLATE " + exactCollation();
    }

    @Override
    public String comparedAs(String expression, Column column) {
        String collation = column.collation();
        if (collation == null) {
            return expression;
        }
        return "(CONVERT(" + expression + " USING " + charsetOf(collation) + ") COLLATE " + collation + ")";
    }

    @Override
    public String text(String expression) {
        return "CAST(" + expression + " AS CHAR)";
    }

    /** MariaDB's newer collations, such as {@code uca1400_ai_ci}, are of any character set. */
    private static String charsetOf(String collation) {
        return collation.startsWith("uca1400") ? "utf8mb4" : collation.split("_", 2)[0];
    }

    @Override
    public String sortKey(String expression, Column column) {
        String collation = column.collation();
        if (collation == null) {
            return "CAST(" + expression + " AS BINARY)";
        }
        if (!padded(collation)) {
            return "WEIGHT_STRING(" + comparedAs(expression, column) + ")";
        }
        String weights = "WEIGHT_STRING(" + comparedAs("TRIM(TRAILING ' ' FROM " + expression + ")", column) + ")";
        // other characters weigh as much as a blank, and do not count at the end either: U+00A0, U+3000
        return evenWeights(collation)
                ? "TRIM(TRAILING WEIGHT_STRING(" + comparedAs("' '", column) + ") FROM " + weights + ")"
                : weights;
    }

    /** All characters of Unicode have weights of one length, so that none ends like a blank's. */
    private static boolean evenWeights(String collation) {
        return Stream.of("utf8", "ucs2", "utf16", "utf32", "uca1400").anyMatch(collation::startsWith);
    }

    /** Blanks at the end do not count there. */
    private boolean padded(String collation) {
        return !collation.contains("_0900_") && !collation.contains("nopad") && !collation.equals("binary");
    }

    @Override
    public Optional<String> defaultOf(Column column, String now) {
        return new MySqlDefault(this, mariaDb, now).of(column);
    }

    @Override
    public List<String> createDatabase(String database, String charset, String collation) {
        return List.of("CREATE DATABASE IF NOT EXISTS " + quote(database)
                + (charset.isEmpty() ? "" : " CHARACTER SET " + charset + " COLLATE " + collation));
    }

    @Override
    public String insertOrOverwrite(String into, List<String> key, List<String> others, String query) {
        return "INSERT INTO " + into + " (" + String.join(", ", key) + ", " + String.join(", ", others) + ") " + query
                + " ON DUPLICATE KEY UPDATE "
                + others.stream()
                        .map(column -> column + " = VALUES(" + column + ")")
                        .collect(Collectors.joining(", "));
    }

    @Override
    public List<String> alter(String table, List<String> clauses) {
        return clauses.isEmpty()
                ? List.of()
                : List.of("ALTER TABLE " + quote(table) + " " + String.join(", ", clauses));
    }

    @Override
    public List<String> createNumbered(String table, String like, String columns, String number) {
        return List.of(
                "CREATE TABLE " + table + " (" + number + " BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY) ENGINE = InnoDB"
                        + " AS SELECT " + columns + " FROM " + like + " WHERE 1 = 0");
    }

    /** With a key of its own, as servers may require of each table. */
    @Override
    public String createKeySet(String table, String like, List<String> indexed) {
        return "CREATE TABLE " + table + " (merge_row BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                + " merge_rule INT NOT NULL DEFAULT 0"
                + (indexed.isEmpty() ? "" : ", KEY (" + String.join(", ", indexed) + ")") + ") ENGINE = InnoDB AS "
                + like + " WHERE 1 = 0";
    }

    /** An index of InnoDB takes 3,072 bytes, and a character up to 4. */
    @Override
    public String indexed(Column column, int columns) {
        int most = 700 / columns;
        Matcher sized = SIZED_TEXT.matcher(column.type());
        boolean cut = sized.matches()
                ? Integer.parseInt(sized.group(1)) > most
                : UNSIZED_TEXT.matcher(column.type()).matches();
        return quote(column.name()) + (cut ? "(" + most + ")" : "");
    }

    @Override
    public String setCounter(String table, String column, long next) {
        return "ALTER TABLE " + quote(table) + " AUTO_INCREMENT = " + next;
    }

    @Override
    public boolean lock(Connection connection, String name) throws SQLException {
        // a server may take a moment to end the session of a command that has just ended
        return Sql.number(connection, "SELECT GET_LOCK(SHA2(?, 224), 3)", name) == 1;
    }

    @Override
    public String shareLock() {
        return " LOCK IN SHARE MODE";
    }

    /** MariaDB tells of a foreign key only by InnoDB's own number. */
    @Override
    public boolean alreadyThere(SQLException failure) {
        return ALREADY_THERE.contains(failure.getErrorCode())
                || (failure.getErrorCode() == 1005
                        && String.valueOf(failure.getMessage()).contains("errno: 121"));
    }

    @Override
    public List<String> lockAgainstWrites(List<String> tables, int seconds) {
        return List.of(
                "SET SESSION lock_wait_timeout = " + seconds,
                tables.stream().collect(Collectors.joining(" READ, ", "LOCK TABLES ", " READ")));
    }

    @Override
    public boolean lockNotHad(SQLException failure) {
        return failure.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }

    @Override
    public boolean mayPass(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || PASSING.contains(failure.getErrorCode())
                || String.valueOf(failure.getSQLState()).startsWith("08");
    }

    @Override
    public int streamingFetchSize() {
        return Integer.MIN_VALUE;
    }

    @Override
    public String auditTableOptions() {
        return " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }
}
