package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** What differs between kinds of databases. Immutable; any thread may use it. */
public interface Dialect {

    /** Those besides MySQL's and MariaDB's, registered as services. */
    static List<Dialect> others() {
        return ServiceLoader.load(Dialect.class, Dialect.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** Whether it is that of a server with this name and version. */
    boolean speaks(String product);

    /** A name in quotes that it cannot break out of. */
    String quote(String name);

    /** A text in quotes that it cannot break out of. */
    String literal(String text);

    /** A table of a database, both in quotes. */
    default String table(String database, String table) {
        return quote(database) + "." + quote(table);
    }

    /**
     * What each session is set to before it is used; conditions that ask for the time get {@code plannedAt}.
     *
     * @param readOnly whether statements must not write, nor the functions that they call; not on H2
     */
    List<String> sessionSetup(@Nullable String plannedAt, boolean readOnly);

    /** What a session is set to besides before it defines tables as they are on the sources. */
    default List<String> definitionSetup() {
        return List.of();
    }

    /** Makes a database that of a session. */
    void use(Connection connection, String database) throws SQLException;

    /** Has the server read a statement, in the database of the session, without carrying it out. */
    default void tryOut(Connection connection, String sql) throws SQLException {
        connection.prepareStatement(sql).close();
    }

    /** The word SELECT of a query that looks each row up in another table by an index, instead of copying that table first. */
    default String selectByLookup() {
        return "SELECT";
    }

    /** The hint, after a table's alias, that its rows are read in the order of a key; or empty. */
    default String forceIndex(@Nullable String keyName) {
        return "";
    }

    /** An expression whose value is a 64-bit hash of a row, as a number; NULLs and the ends of columns are told apart. */
    String rowHash(List<HashedColumn> columns);

    /**
     * A column as it goes into a hash.
     *
     * @param expression its value
     * @param column as the target has it
     */
    record HashedColumn(String expression, Column column) {}

    /** A text as it is compared exactly, byte for byte. */
    default String exactText(String expression) {
        return text(expression);
    }

    /** A text as the given column compares it. */
    String comparedAs(String expression, Column column);

    /** Any value as a text. */
    String text(String expression);

    /** Bytes that are equal, and ordered, as the given column compares its values. */
    String sortKey(String expression, Column column);

    /**
     * The default of a column, NULL where it has none, as an expression of the column's type; empty if it cannot be said so.
     *
     * @param now what stands for the current time, {@code yyyy-MM-dd HH:mm:ss}
     */
    Optional<String> defaultOf(Column column, String now);

    /** NULL as a value of a column, whether or not that takes it. */
    default String nullOf(Column column) {
        return "NULL";
    }

    /** The type of a column whose texts are compared byte for byte. */
    default String exactTextType(int characters) {
        return "VARCHAR(" + characters + ")";
    }

    /** The statement that creates a database. */
    List<String> createDatabase(String database, String charset, String collation);

    /**
     * The statement that inserts what a query selects; of a row whose key is there already, it overwrites the other columns. No two
     * rows of the query may have the same key.
     *
     * @param into the table, in quotes
     * @param key the columns that are the table's key, first in the query
     * @param others the other columns, behind them
     * @param query a SELECT
     */
    String insertOrOverwrite(String into, List<String> key, List<String> others, String query);

    /** The statements that add keys or constraints, each by its clause, to a table of the current database. */
    default List<String> alter(String table, List<String> clauses) {
        return clauses;
    }

    /** The statements that create a table with columns as another has them, without its keys and counter, and number its rows. */
    List<String> createNumbered(String table, String like, String columns, String number);

    /**
     * The statement that creates a table of keys, with columns of the same types as a query has them, and a column {@code merge_rule}.
     *
     * @param table in quotes
     * @param like a SELECT of the key's columns, without a condition
     * @param indexed the columns by which it is searched, as {@link #indexed} writes them
     */
    String createKeySet(String table, String like, List<String> indexed);

    /** A column of an index of so many columns: of a long text, its beginning. */
    default String indexed(Column column, int columns) {
        return quote(column.name());
    }

    /** The statement that sets the counter of a table of the current database. */
    String setCounter(String table, String column, long next);

    /** Takes a lock that no two sessions of the server can have, and that ends with the session; false if another has it. */
    boolean lock(Connection connection, String name) throws SQLException;

    /**
     * The statements by which a session keeps all others from writing to tables, and from defining them anew, until it ends; none
     * where a database has no such lock.
     *
     * @param tables with their databases, in quotes
     * @param seconds how long writers are waited for
     */
    default List<String> lockAgainstWrites(List<String> tables, int seconds) {
        return List.of();
    }

    /** Whether such a lock was not had in time. */
    default boolean lockNotHad(SQLException failure) {
        return false;
    }

    /** What ends a SELECT whose rows nobody else may change until its transaction ends. */
    default String shareLock() {
        return "";
    }

    /** Whether the same statement may succeed when it is tried again: a deadlock, a lock not had in time, no connection any more. */
    boolean mayPass(SQLException failure);

    /** Whether a table, index, constraint, trigger or view could not be made because there is one of that name. */
    boolean alreadyThere(SQLException failure);

    /** The fetch size by which the driver reads a long result row by row instead of holding it in memory. */
    int streamingFetchSize();

    /** Options of tables that the merge keeps its audit in. */
    default String auditTableOptions() {
        return "";
    }
}
