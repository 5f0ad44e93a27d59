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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a database column can store Snowflake ids. The column must store each id exactly, and must not generate values.
 *
 * <p>The check supports MySQL, MariaDB, PostgreSQL and H2. On an unsupported database, the check reports warnings instead of errors, because the
 * driver may report wrong types. The check ignores triggers, foreign keys and the base table of a view. An instance is immutable and thread-safe.
 */
public final class IdColumn {

    /** Matches constant default values such as {@code 5}, {@code -5}, {@code 'x'} and {@code ('x'::character varying)}. */
    private static final Pattern CONSTANT =
            Pattern.compile("\\(*(-?[0-9.]+|'([^']|'')*')\\)*(::[a-z ]+(\\(\\d+\\))?)?\\)*");

    private final ColumnName name;
    private final String shown;
    private final ColumnType type;
    private final boolean isCounted;
    private final String preset;
    private final boolean isKnownProduct;
    private final @Nullable Boolean ignoresCase;

    private IdColumn(Connection connection, ResultSet row, ColumnName wanted) throws SQLException {
        String product = product(connection);
        String schema = row.getString("TABLE_SCHEM");
        name = new ColumnName(
                schema == null ? row.getString("TABLE_CAT") : null,
                schema,
                row.getString("TABLE_NAME"),
                row.getString("COLUMN_NAME"));
        shown = new ColumnName(wanted.catalog(), wanted.schema(), name.table(), name.column()).toString();
        type = ColumnType.of(row, isMySql(product));
        isCounted = "YES".equals(row.getString("IS_AUTOINCREMENT"));
        String written =
                Objects.requireNonNullElse(row.getString("COLUMN_DEF"), "").trim();
        preset = written.toUpperCase(Locale.ROOT).matches("NULL(::.*)?") ? "" : written;
        String query = collationQuery(product);
        isKnownProduct = !query.isEmpty();
        ignoresCase = (isText() && isKnownProduct) ? ignoresCase(connection, query, name) : null;
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    }

    private static boolean isMySql(String product) {
        return product.equals("mysql") || product.equals("mariadb");
    }

    /**
     * Reads the definition of a column with {@link DatabaseMetaData}. The returned definition of a text column includes the collation. The method
     * changes no data and no connection settings.
     *
     * @return the column, or empty if the column does not exist or is invisible to the database user
     * @throws SQLException if the query fails
     */
    public static Optional<IdColumn> read(Connection connection, ColumnName name) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        // MySQL's driver reports a schema as a catalog
        String home = isMySql(product(connection)) && name.schema() != null ? name.schema() : connection.getCatalog();
        String catalog = name.catalog() == null ? home : name.catalog();
        String schema = name.schema() == null ? connection.getSchema() : name.schema();
        boolean capitals = database.storesUpperCaseIdentifiers();
        String folded =
                capitals ? name.table().toUpperCase(Locale.ROOT) : name.table().toLowerCase(Locale.ROOT);
        for (String table : List.of(name.table(), folded)) {
            try (ResultSet rows = database.getColumns(catalog, schema, table, null)) {
                while (rows.next()) {
                    // JDBC treats the table name as a pattern, so rows of other tables must be skipped
                    if (table.equals(rows.getString("TABLE_NAME"))
                            && name.column().equalsIgnoreCase(rows.getString("COLUMN_NAME"))) {
                        return Optional.of(new IdColumn(connection, rows, name));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the names of catalog, schema, table and column in the spelling of the database. */
    public ColumnName name() {
        return name;
    }

    /** Returns true if the column has a numeric type. */
    public boolean isNumber() {
        return largestNumber() > 0;
    }

    /** Returns the largest number N for which the column stores all whole numbers from 0 to N exactly, or 0 if the column stores no numbers. */
    public long largestNumber() {
        BigInteger largest = Objects.requireNonNullElse(type.exactUpTo(), BigInteger.ZERO);
        return largest.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }

    /** Returns true if the column has a text type, which requires an {@link IdFormat}. */
    public boolean isText() {
        return type.characters() > 0;
    }

    /** Returns the name and the type of the column. */
    @Override
    public String toString() {
        return shown + " " + type.name();
    }

    /**
     * Returns the problems of this column for ids that are stored as numbers, with errors before warnings.
     *
     * @param layout the layout of the ids that the column stores
     */
    public List<Finding> findings(SnowflakeLayout layout) {
        List<Finding> found = new ArrayList<>();
        if (!isNumber()) {
            found.add(finding(ERROR, "is " + type.name() + ", which holds no numbers", "BIGINT, or ids as texts"));
        } else if (!holdsNumbersOf(layout)) {
            found.add(finding(
                    ERROR,
                    "is " + type.name() + ", which holds whole numbers exactly up to " + type.exactUpTo() + " only",
                    "BIGINT, as ids of this layout reach " + layout.maxId()
                            + ", and in every column with a foreign key to this one"));
        }
        otherSource(ERROR).ifPresent(found::add);
        return worstFirst(found);
    }

    /** Returns the problems of this column for ids that are stored as text in the given format, with errors before warnings. */
    public List<Finding> findings(SnowflakeLayout layout, IdFormat format) {
        List<Finding> found = new ArrayList<>();
        int longest = format.format(layout.maxId()).length();
        String is = "is " + type.name();
        String varchar = "VARCHAR(" + format.maxLength() + ")";
        if (!isText()) {
            // some databases convert a decimal text to a number if the column is numeric
            boolean isConverted = format == IdFormat.DECIMAL && holdsNumbersOf(layout);
            String texts = is + ", but these ids are texts in format " + format;
            found.add(finding(isConverted ? WARNING : ERROR, texts, varchar + ", or ids as numbers (long)"));
        } else if (type.characters() < longest) {
            String tooShort = is + ", too short for the " + longest + " characters of an id in format " + format;
            found.add(finding(ERROR, tooShort, varchar));
        } else if (type.pads() && (type.characters() > longest || format != format.fixedWidth())) {
            String padded = is + ", which fills up an id in format " + format + " that has fewer characters";
            found.add(finding(ERROR, padded, varchar + ", as ids come back longer than they were written"));
        }
        if (isText() && format.isCaseSensitive() && !Objects.equals(ignoresCase, false)) {
            found.add(finding(
                    ignoresCase == null ? WARNING : ERROR,
                    ignoresCase == null
                            ? "has a collation that could not be read"
                            : "has a collation that ignores case, so that some ids in format " + format + " are equal",
                    "a collation that compares bytes, such as utf8mb4_bin or \"C\", or a format without capitals"));
        }
        otherSource(WARNING).ifPresent(found::add);
        return worstFirst(found);
    }

    private boolean holdsNumbersOf(SnowflakeLayout layout) {
        return largestNumber() >= layout.maxId();
    }

    private Optional<Finding> otherSource(Severity ofExpressions) {
        if (isCounted) {
            return Optional.of(finding(
                    ERROR,
                    "is AUTO_INCREMENT or an identity",
                    "no AUTO_INCREMENT or identity, as an insert without an id gets a number that the generator, or another"
                            + " database, makes as well"));
        }
        Severity severity = CONSTANT.matcher(preset).matches() ? WARNING : ofExpressions;
        return preset.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        severity, "has the default " + preset, "no default, so that an insert without an id fails"));
    }

    private Finding finding(Severity severity, String seen, String needed) {
        return severity == ERROR && !isKnownProduct
                ? new Finding(
                        WARNING,
                        shown,
                        seen,
                        needed + "; no error, as the driver of this database may report other types than it has")
                : new Finding(severity, shown, seen, needed);
    }

    private static List<Finding> worstFirst(List<Finding> found) {
        return found.stream().sorted(Comparator.comparing(Finding::severity)).toList();
    }

    /** Returns the query that checks whether the column's collation ignores case, or an empty text for an unknown database. */
    private static String collationQuery(String product) {
        return switch (product) {
            case "mysql", "mariadb" -> // a collation without one of these suffixes ignores case
                """
                SELECT COALESCE(COLLATION_NAME, 'binary') NOT REGEXP '(_bin|_cs|_cs_ks|^binary)$'
                  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?""";
            case "postgresql" -> """
                SELECT t.typname = 'citext' OR NOT COALESCE(l.collisdeterministic, true)
                  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
                  JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
                 WHERE n.nspname = ? AND c.relname = ? AND a.attname = ?""";
            case "h2" -> """
                SELECT DATA_TYPE = 'VARCHAR_IGNORECASE' OR CAST('a' AS VARCHAR) = CAST('A' AS VARCHAR)
                  FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?""";
            default -> "";
        };
    }

    private static @Nullable Boolean ignoresCase(Connection connection, String query, ColumnName name) {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setString(1, name.schema() == null ? name.catalog() : name.schema());
            select.setString(2, name.table());
            select.setString(3, name.column());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getBoolean(1) : null;
            }
        } catch (SQLException | RuntimeException e) {
            return null;
        }
    }
}
