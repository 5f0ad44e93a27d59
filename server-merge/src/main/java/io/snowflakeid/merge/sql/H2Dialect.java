package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.schema.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** H2, for demonstrations and quick tests: sources and target are schemas of one database in MySQL's mode. */
final class H2Dialect implements Dialect {

    private static final int LOCK_TIMEOUT = 50200;

    @Override
    public String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @Override
    public List<String> sessionSetup(@Nullable String plannedAt, boolean readOnly) {
        return List.of("SET TIME ZONE 'UTC'", "SET LOCK_TIMEOUT 20000");
    }

    @Override
    public List<String> definitionSetup() {
        return List.of();
    }

    @Override
    public void use(Connection connection, String database) throws SQLException {
        if (!database.equals(connection.getSchema())) {
            connection.setSchema(database);
        }
    }

    @Override
    public void tryOut(Connection connection, String sql) throws SQLException {
        connection.prepareStatement(sql).close();
    }

    @Override
    public Optional<String> expectedRows(String table, String keyName, String condition) {
        return Optional.empty();
    }

    @Override
    public String selectByLookup() {
        return "SELECT";
    }

    @Override
    public String forceIndex(@Nullable String keyName) {
        return "";
    }

    @Override
    public String rowHash(List<HashedColumn> columns) {
        String parts = columns.stream().map(H2Dialect::hashed).collect(Collectors.joining(" || "));
        return "CAST(SUBSTRING(HASH('SHA-256', STRINGTOUTF8(" + parts + ")), 1, 8) AS BIGINT)";
    }

    private static String hashed(HashedColumn hashed) {
        String value =
                switch (hashed.column().kind()) {
                    case BINARY -> "RAWTOHEX(" + hashed.expression() + ")";
                    default -> "CAST(" + hashed.expression() + " AS VARCHAR)";
                };
        return "COALESCE(CHAR_LENGTH(" + value + ") || ':' || " + value + ", '-,')";
    }

    @Override
    public String exactText(String expression) {
        return "CAST(" + expression + " AS VARCHAR)";
    }

    @Override
    public String exactTextType(int characters) {
        return "VARCHAR(" + characters + ")";
    }

    @Override
    public String comparedAs(String expression, Column column) {
        return "CAST(" + expression + " AS " + (ignoresCase(column) ? "VARCHAR_IGNORECASE" : "VARCHAR") + ")";
    }

    @Override
    public String text(String expression) {
        return "CAST(" + expression + " AS VARCHAR)";
    }

    @Override
    public String sortKey(String expression, Column column) {
        if (column.kind() != Column.Kind.TEXT) {
            return "STRINGTOUTF8(CAST(" + expression + " AS VARCHAR))";
        }
        String text = "CAST(" + expression + " AS VARCHAR)";
        return "STRINGTOUTF8(" + (ignoresCase(column) ? "UPPER(" + text + ")" : text) + ")";
    }

    private static boolean ignoresCase(Column column) {
        return column.type().toUpperCase(Locale.ROOT).contains("IGNORECASE");
    }

    @Override
    public Optional<String> defaultOf(Column column, String now) {
        return new H2Default(now).of(column);
    }

    @Override
    public String nullOf(Column column) {
        return H2Default.nullOf(column);
    }

    @Override
    public List<String> createDatabase(String database, String charset, String collation) {
        return List.of("CREATE SCHEMA IF NOT EXISTS " + quote(database));
    }

    @Override
    public String upsert(String table, List<String> key, List<String> others) {
        List<String> all = new ArrayList<>(key);
        all.addAll(others);
        return "MERGE INTO " + table + " (" + String.join(", ", all) + ") KEY (" + String.join(", ", key) + ") VALUES ("
                + all.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
    }

    /** H2 has no INSERT of this kind outside of MySQL's mode. */
    @Override
    public String insertOrChange(
            String into, List<String> columns, List<String> key, String query, Map<String, String> assignments) {
        String same = key.stream()
                .map(column -> "merge_there." + column + " = " + insertedValue(column))
                .collect(Collectors.joining(" AND "));
        String changes = assignments.entrySet().stream()
                .map(assignment -> assignment.getKey() + " = " + assignment.getValue())
                .collect(Collectors.joining(", "));
        return "MERGE INTO " + into + " merge_there USING (" + query + ") merge_new ON (" + same + ")"
                + (changes.isEmpty() ? "" : " WHEN MATCHED THEN UPDATE SET " + changes)
                + " WHEN NOT MATCHED THEN INSERT ("
                + String.join(", ", columns) + ") VALUES ("
                + columns.stream().map(this::insertedValue).collect(Collectors.joining(", ")) + ")";
    }

    @Override
    public String insertedValue(String column) {
        return "merge_new." + column;
    }

    /** Its clauses are whole statements. */
    @Override
    public List<String> alter(String table, List<String> clauses) {
        return clauses;
    }

    @Override
    public List<String> createNumbered(String table, String like, String columns, String number) {
        return List.of(
                "CREATE TABLE " + table + " AS SELECT " + columns + " FROM " + like + " WHERE 1 = 0",
                "ALTER TABLE " + table + " ADD COLUMN " + number + " BIGINT GENERATED BY DEFAULT AS IDENTITY",
                // under a name of its own: one that H2 makes up may be that of a game's constraint
                "ALTER TABLE " + table + " ADD CONSTRAINT "
                        + quote("snowflake_merge_stage_key_" + Integer.toHexString(table.hashCode())) + " PRIMARY KEY ("
                        + number + ")");
    }

    /** H2 does not take such columns into a primary key. */
    @Override
    public List<String> createKeySet(String table, String like, List<String> key, boolean primary) {
        return List.of(
                "CREATE TABLE " + table + " AS " + like + " WHERE 1 = 0",
                "ALTER TABLE " + table + " ADD COLUMN merge_rule INT NOT NULL",
                "CREATE INDEX " + table.substring(0, table.lastIndexOf('.') + 1)
                        + quote("snowflake_merge_index_" + Integer.toHexString(table.hashCode())) + " ON " + table
                        + " ("
                        + String.join(", ", key) + ")");
    }

    @Override
    public String setCounter(String table, String column, long next) {
        return "ALTER TABLE " + quote(table) + " ALTER COLUMN " + quote(column) + " RESTART WITH " + next;
    }

    /** The database lives in one process, or has one user: nobody else merges. */
    @Override
    public boolean lock(Connection connection, String name) {
        return true;
    }

    /** H2 has exclusive ones alone, for which writers would wait in turn; nor does it have the run's lock. */
    @Override
    public String shareLock() {
        return "";
    }

    /** Table or view, index, constraint, trigger. */
    @Override
    public boolean alreadyThere(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 42101, 42111, 90038, 90041, 90045 -> true;
            default -> false;
        };
    }

    /** H2 has no lock of tables that lets others read them. */
    @Override
    public List<String> lockAgainstWrites(List<String> tables, int seconds) {
        return List.of();
    }

    @Override
    public boolean lockNotHad(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    @Override
    public boolean transientFailure(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT || failure.getErrorCode() == 40001;
    }

    @Override
    public boolean lost(SQLException failure) {
        return failure.getErrorCode() == 90067 || failure.getErrorCode() == 90098;
    }

    @Override
    public int streamingFetchSize() {
        return 1_000;
    }

    @Override
    public String auditTableOptions() {
        return "";
    }
}
