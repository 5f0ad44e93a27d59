package io.snowflakeid.column;

import static io.snowflakeid.column.Finding.Severity.ERROR;
import static io.snowflakeid.column.Finding.Severity.WARNING;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.Finding.Severity;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A column of a real database, and whether Snowflake ids are safe in it: wide enough, compared exactly, and filled by the generator
 * alone.
 *
 * <p>Uses {@link DatabaseMetaData}, and for texts one query on MySQL, MariaDB, PostgreSQL and H2. On other databases each error is a
 * warning, since a driver may report other types than the database has (SQLite: INTEGER for BIGINT). Triggers, foreign keys and the
 * table behind a view are not read.
 *
 * <p>Immutable and thread-safe; describes the column at the moment of {@link #read}.
 */
public final class IdColumn {

    /** {@code 5}, {@code -5}, {@code 'x'}, {@code ('x'::character varying)}. */
    private static final Pattern CONSTANT =
            Pattern.compile("\\(*(-?[0-9.]+|'([^']|'')*')\\)*(::[a-z ]+(\\(\\d+\\))?)?\\)*");

    private final ColumnName name;
    private final String shown;
    private final boolean knownProduct;
    private final ColumnType type;
    private final @Nullable TextComparison comparison;
    private final boolean counted;
    private final String preset;

    private IdColumn(Connection connection, ResultSet row) throws SQLException {
        String product = product(connection);
        boolean mySql = isMySql(product);
        knownProduct = mySql || product.equals("postgresql") || product.equals("h2");
        name = new ColumnName(
                knownProduct && !mySql ? null : row.getString("TABLE_CAT"),
                row.getString("TABLE_SCHEM"),
                row.getString("TABLE_NAME"),
                row.getString("COLUMN_NAME"));
        type = ColumnType.of(row, mySql);
        counted = "YES".equals(row.getString("IS_AUTOINCREMENT"));
        String written =
                Objects.requireNonNullElse(row.getString("COLUMN_DEF"), "").trim();
        preset = written.toUpperCase(Locale.ROOT).matches("NULL(::.*)?") ? "" : written;
        comparison = isText() ? TextComparison.of(connection, product, name) : null;
        String home = name.schema() == null ? name.catalog() : name.schema();
        boolean here = Objects.equals(home, connection.getSchema()) || Objects.equals(home, connection.getCatalog());
        shown = new ColumnName(null, here ? null : home, name.table(), name.column()).toString();
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    }

    private static boolean isMySql(String product) {
        return product.equals("mysql") || product.equals("mariadb");
    }

    // ---- reading

    /**
     * Reads what a column is.
     *
     * @param connection is left open, with its transaction as it was; only selects are run
     * @return empty if there is no such column, or if this user may not see it
     * @throws SQLException if the database cannot be asked
     */
    public static Optional<IdColumn> read(Connection connection, ColumnName name) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        // what others call a schema is a catalog to JDBC on MySQL
        String home = isMySql(product(connection)) && name.schema() != null ? name.schema() : connection.getCatalog();
        String catalog = name.catalog() == null ? home : name.catalog();
        String schema = name.schema() == null ? connection.getSchema() : name.schema();
        boolean capitals = database.storesUpperCaseIdentifiers();
        String folded =
                capitals ? name.table().toUpperCase(Locale.ROOT) : name.table().toLowerCase(Locale.ROOT);
        for (String table : List.of(name.table(), folded)) {
            try (ResultSet rows = database.getColumns(catalog, schema, table, null)) {
                Optional<IdColumn> found = read(connection, rows, table, name.column());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** JDBC takes names as patterns; a sharding router does not know escaped ones, so they are compared here. */
    private static Optional<IdColumn> read(Connection connection, ResultSet rows, String table, String column)
            throws SQLException {
        while (rows.next()) {
            if (table.equals(rows.getString("TABLE_NAME")) && column.equalsIgnoreCase(rows.getString("COLUMN_NAME"))) {
                return Optional.of(new IdColumn(connection, rows));
            }
        }
        return Optional.empty();
    }

    /** As the database spells it. */
    public ColumnName name() {
        return name;
    }

    /** The type as the driver writes it, with length and attributes: {@code INT UNSIGNED}. */
    public String type() {
        return type.name();
    }

    /** Whether it holds numbers that can be ids. */
    public boolean isNumber() {
        return type.exactUpTo() != null;
    }

    /** Whether it holds texts, so that ids need an {@link IdFormat}. */
    public boolean isText() {
        return type.characters() > 0;
    }

    // ---- judging

    /**
     * What is wrong with the column for ids as numbers ({@code long}), the worst first; empty if nothing is.
     *
     * @param layout of the ids; one whose ids have fewer bits is content with less
     */
    public List<Finding> findings(SnowflakeLayout layout) {
        String is = "is " + type.name();
        String orTexts =
                ", as a database that compares a text with a number rounds both, so that two ids are equal; or ids"
                        + " as texts";
        return worstFirst(Stream.of(
                finding(!isNumber(), ERROR, is + ", which holds no numbers", "BIGINT" + (isText() ? orTexts : "")),
                finding(
                        isNumber() && !holdsNumbersOf(layout),
                        ERROR,
                        is + ", which holds whole numbers exactly up to " + type.exactUpTo() + " only",
                        "BIGINT, as ids of this layout reach " + layout.maxId()
                                + ": larger ones are rejected, cut off, or rounded until they are equal; a column with a"
                                + " foreign key to this one needs BIGINT as well"),
                origin(ERROR)));
    }

    /** What is wrong with the column for ids as texts of a format, the worst first; empty if nothing is. */
    public List<Finding> findings(SnowflakeLayout layout, IdFormat format) {
        int longest = format.format(layout.maxId()).length();
        boolean tooShort = isText() && type.characters() < longest;
        boolean oneLength = format.equals(format.fixedWidth()) && type.characters() == longest;
        boolean filledUp = type.fixedLength() && !oneLength && (comparison == null || comparison.padsChar());
        String is = "is " + type.name();
        String varchar = "VARCHAR(" + format.maxLength() + ")";
        return worstFirst(Stream.of(
                finding(
                        !isText(),
                        format == IdFormat.DECIMAL && holdsNumbersOf(layout)
                                ? WARNING
                                : ERROR, // some databases convert
                        is + ", but these ids are texts in format " + format,
                        varchar + ", or ids as numbers (long)"),
                finding(
                        tooShort,
                        ERROR,
                        is + ", too short for the " + longest + " characters of an id in format " + format,
                        varchar + ", as an insert fails, or its id is cut off"),
                finding(
                        isText() && !tooShort && filledUp,
                        ERROR,
                        is + ", which fills up an id in format " + format + " that has fewer characters",
                        varchar + ", as ids come back longer than they were written"),
                collation(format),
                origin(WARNING)));
    }

    private Stream<Finding> collation(IdFormat format) {
        boolean unknown = comparison == null;
        return finding(
                isText() && format.isCaseSensitive() && (comparison == null || comparison.ignoresCase()),
                unknown ? WARNING : ERROR,
                unknown
                        ? "has a collation that could not be read"
                        : "has a collation that ignores case, so that some ids in format " + format + " are equal",
                "a collation that compares bytes, such as utf8mb4_bin or \"C\", or a format without capitals");
    }

    private boolean holdsNumbersOf(SnowflakeLayout layout) {
        return type.exactUpTo() != null && type.exactUpTo().compareTo(BigInteger.valueOf(layout.maxId())) >= 0;
    }

    /** @param ofExpressions the severity of a default that may differ each time, and so may equal an id */
    private Stream<Finding> origin(Severity ofExpressions) {
        if (counted) {
            return finding(
                    true,
                    ERROR,
                    "is AUTO_INCREMENT or an identity",
                    "no AUTO_INCREMENT or identity, as an insert without an id takes a number that the generator, or another"
                            + " database, hands out as well; GENERATED ALWAYS rejects inserts with an id");
        }
        return finding(
                !preset.isEmpty(),
                CONSTANT.matcher(preset).matches() ? WARNING : ofExpressions,
                "has the default " + preset,
                "no default, as an insert without an id then stores a value that the generator did not make");
    }

    private Stream<Finding> finding(boolean applies, Severity severity, String seen, String needed) {
        boolean doubt = severity == ERROR && !knownProduct;
        String why = doubt ? "; no error, as the driver of this database may report other types than it has" : "";
        return applies ? Stream.of(new Finding(doubt ? WARNING : severity, shown, seen, needed + why)) : Stream.empty();
    }

    private static List<Finding> worstFirst(Stream<Stream<Finding>> found) {
        return found.flatMap(each -> each)
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    /** Name and type. */
    @Override
    public String toString() {
        return shown + " " + type();
    }

    /**
     * How a database treats the texts of a column, asked by one query, since {@link java.sql.DatabaseMetaData} does not tell it.
     *
     * @param ignoresCase whether texts that differ in case alone compare as equal
     * @param padsChar whether the texts of a column of fixed length come back filled up
     */
    private record TextComparison(boolean ignoresCase, boolean padsChar) {

        /** MySQL and MariaDB name each collation by what it tells apart; those without a suffix ignore case. */
        private static final String MYSQL = """
                SELECT COALESCE(COLLATION_NAME, 'binary') NOT REGEXP '(_bin|_cs|_cs_ks|^binary)$',
                       DATA_TYPE = 'binary' OR FIND_IN_SET('PAD_CHAR_TO_FULL_LENGTH', @@sql_mode) > 0
                  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?""";

        private static final String POSTGRESQL = """
                SELECT t.typname = 'citext' OR NOT COALESCE(l.collisdeterministic, true), true
                  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
                  JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
                 WHERE n.nspname = ? AND c.relname = ? AND a.attname = ?""";

        private static final String H2 = """
                SELECT DATA_TYPE = 'VARCHAR_IGNORECASE' OR CAST('a' AS VARCHAR) = CAST('A' AS VARCHAR),
                       CHAR_LENGTH(CAST('a' AS CHAR(2))) = 2
                  FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?""";

        /** Reads it; null if this database is unknown, or if a router between does not pass the query on. */
        static @Nullable TextComparison of(Connection connection, String product, ColumnName name) {
            String sql =
                    switch (product) {
                        case "mysql", "mariadb" -> MYSQL;
                        case "postgresql" -> POSTGRESQL;
                        case "h2" -> H2;
                        default -> "";
                    };
            if (sql.isEmpty()) {
                return null;
            }
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, name.schema() == null ? name.catalog() : name.schema());
                select.setString(2, name.table());
                select.setString(3, name.column());
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? new TextComparison(row.getBoolean(1), row.getBoolean(2)) : null;
                }
            } catch (SQLException | RuntimeException refused) {
                return null;
            }
        }
    }
}
