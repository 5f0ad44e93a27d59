package io.snowflakeid.cli;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.Finding;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks whether columns can contain ids, without changing the database. */
@Command(
        name = "doctor",
        description = {
            "Checks whether columns can hold ids safely, and prints what a column needs.",
            "A safe column is wide enough, compares exactly, and has no default or counter. Without --table,"
                    + " it checks every table whose primary key is one column; text columns only with --format."
        },
        footer = {
            "",
            "Examples:",
            "  MYSQL_PASSWORD=secret snowflake-cli doctor --database jdbc:mysql://db0/shop",
            "  snowflake-cli doctor --database jdbc:h2:./shop --table hero --layout GAME_SERVERS"
        })
final class DoctorCommand extends DatabaseCommand {

    private static final String[] TABLES = {"TABLE", "BASE TABLE", "PARTITIONED TABLE"};
    private static final Set<String> OURS = Set.of("snowflake_namespace", "snowflake_worker", "snowflake_segment");

    @ArgGroup(exclusive = false, heading = "A single column:%n")
    private @Nullable NamedColumn named;

    @Option(
            names = "--layout",
            paramLabel = "NAME|SPEC",
            defaultValue = "DEFAULT",
            description = "The layout of the ids, see inspect --help; default: ${DEFAULT-VALUE}.")
    private String layout = "DEFAULT";

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "The format of ids in text columns: decimal, base62 or crockford32, with the suffix -fixed "
                    + "for fixed length; default, with --table: decimal.")
    private @Nullable String format;

    @Override
    public Integer call() throws SQLException {
        SnowflakeLayout ids = SnowflakeLayout.parse(layout);
        IdFormat texts = format == null ? IdFormat.DECIMAL : IdFormat.of(format);
        List<IdColumn> columns;
        Database database = reach();
        try (Connection connection = database.connect()) {
            columns = named == null ? keys(connection) : List.of(named.in(connection, database));
        }
        PrintWriter out = out();
        if (columns.isEmpty()) {
            out.println("no table has a primary key of one column that may be an id");
        }
        boolean safe = true;
        for (IdColumn column : columns) {
            List<Finding> findings = column.isText() ? column.findings(ids, texts) : column.findings(ids);
            print(out, column, findings);
            safe &= findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
        }
        return safe ? ExitCode.FINE : ExitCode.FOUND;
    }

    /** Returns the single-column primary keys of all tables in the connection's catalog and schema, except tables of ledgers and segments. */
    private List<IdColumn> keys(Connection connection) throws SQLException {
        List<IdColumn> found = new ArrayList<>();
        DatabaseMetaData metadata = connection.getMetaData();
        String catalog = connection.getCatalog();
        String schema = connection.getSchema();
        for (String table : new TreeSet<>(column(metadata.getTables(catalog, schema, "%", TABLES), "TABLE_NAME"))) {
            List<String> key = column(metadata.getPrimaryKeys(catalog, schema, table), "COLUMN_NAME");
            if (key.size() == 1 && !OURS.contains(table.toLowerCase(Locale.ROOT))) {
                IdColumn.read(connection, ColumnName.of(table, key.get(0)))
                        .filter(column -> format != null || !column.isText())
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    private static void print(PrintWriter out, IdColumn column, List<Finding> findings) {
        out.println(column + (findings.isEmpty() ? ": fine" : ":"));
        for (Finding finding : findings) {
            out.println("  " + finding.severity().name().toLowerCase(Locale.ROOT) + ": " + finding.seen());
            out.println("    needed: " + finding.needed());
        }
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(name));
            }
        }
        return values;
    }
}
