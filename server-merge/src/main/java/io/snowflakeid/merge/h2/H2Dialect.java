package io.snowflakeid.merge.h2;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** H2, for demonstrations and quick tests: sources and target are schemas of one database in MySQL's mode. */
public final class H2Dialect extends Dialect {

    private static final Pattern LITERAL = Pattern.compile(
            "-?\\d+(\\.\\d+)?|'(?:[^']|'')*+'|(DATE|TIME|TIMESTAMP) '[-0-9:. ]+'|TRUE|FALSE|NULL", Pattern.DOTALL);
    private static final Pattern NOW = Pattern.compile("(CURRENT_TIMESTAMP|LOCALTIMESTAMP)(\\(\\d\\))?");

    public H2Dialect() {
        super(false);
    }

    @Override
    protected boolean isOf(String product) {
        return product.startsWith("H2");
    }

    @Override
    public String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @Override
    protected List<String> sessionSetup(@Nullable String plannedAt, boolean readOnly) {
        return List.of("SET TIME ZONE 'UTC'", "SET LOCK_TIMEOUT 20000");
    }

    @Override
    public List<String> definitionSetup() {
        return List.of();
    }

    @Override
    public Schema schema(Connection connection, String database) throws SQLException {
        return H2Catalog.read(connection, database);
    }

    @Override
    public void tryOut(Connection connection, String sql) throws SQLException {
        connection.prepareStatement(sql).close();
    }

    @Override
    public List<String> lockAgainstWrites(List<String> tables, int seconds) {
        return List.of();
    }

    @Override
    public String forceIndex(@Nullable String keyName) {
        return "";
    }

    @Override
    public String exactText(String expression) {
        return text(expression);
    }

    @Override
    public String exactTextType(int characters) {
        return "VARCHAR(" + characters + ")";
    }

    @Override
    public List<String> alter(String table, List<String> clauses) {
        return clauses;
    }

    @Override
    public String auditTableOptions() {
        return "";
    }

    @Override
    public String rowHash(List<HashedColumn> columns) {
        String parts = columns.stream().map(this::hashed).collect(Collectors.joining(" || "));
        return "CAST(SUBSTRING(HASH('SHA-256', STRINGTOUTF8(" + parts + ")), 1, 8) AS BIGINT)";
    }

    private String hashed(HashedColumn hashed) {
        boolean bytes = hashed.column().kind() == Kind.BINARY;
        String value = bytes ? "RAWTOHEX(" + hashed.expression() + ")" : text(hashed.expression());
        return "COALESCE(CHAR_LENGTH(" + value + ") || ':' || " + value + ", '-,')";
    }

    @Override
    public String comparedAs(String expression, Column column) {
        return "CAST(" + expression + " AS " + (ignoresCase(column) ? "VARCHAR_IGNORECASE" : "VARCHAR") + ")";
    }

    private static boolean ignoresCase(Column column) {
        return column.type().startsWith("VARCHAR_IGNORECASE");
    }

    @Override
    public String text(String expression) {
        return "CAST(" + expression + " AS VARCHAR)";
    }

    @Override
    public String sortKey(String expression, Column column) {
        String text = text(expression);
        return "STRINGTOUTF8(" + (ignoresCase(column) ? "UPPER(" + text + ")" : text) + ")";
    }

    @Override
    public Optional<String> defaultOf(Column column, String now) {
        String value = column.defaultValue();
        if (value == null) {
            return column.nullable() ? Optional.of(nullOf(column)) : Optional.empty();
        }
        String given = value.replaceFirst("(^| )on update .*", "");
        String expression = NOW.matcher(given).matches() ? "TIMESTAMP '" + now + "'" : given;
        boolean literal = LITERAL.matcher(expression).matches();
        return literal ? Optional.of("CAST(" + expression + " AS " + column.type() + ")") : Optional.empty();
    }

    @Override
    public String nullOf(Column column) {
        return "CAST(NULL AS " + column.type() + ")";
    }

    @Override
    public String insertOrOverwrite(String into, List<String> key, List<String> others, String query) {
        String keys = String.join(", ", key);
        return "MERGE INTO " + into + " (" + keys + ", " + String.join(", ", others) + ") KEY (" + keys + ") " + query;
    }

    @Override
    public String createKeySet(String table, String like, List<String> indexed) {
        return "CREATE TABLE " + table + " AS SELECT k.*, 0 AS merge_rule FROM (" + like
                + ") k WHERE 1 = 0; ALTER TABLE " + table
                + " ADD COLUMN merge_row BIGINT GENERATED BY DEFAULT AS IDENTITY"
                + (indexed.isEmpty() ? "" : "; CREATE INDEX ON " + table + " (" + String.join(", ", indexed) + ")");
    }

    @Override
    public String setCounter(String table, String column, long next) {
        return "ALTER TABLE " + quote(table) + " ALTER COLUMN " + quote(column) + " RESTART WITH " + next;
    }

    /** The database lives in one process, or has one user, so that no other merge runs. */
    @Override
    public boolean lock(Connection connection, String name) {
        return true;
    }

    @Override
    public int streamingFetchSize() {
        return 1_000;
    }
}
