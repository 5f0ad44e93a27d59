package io.snowflakeid.cli;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.SQLException;
import picocli.CommandLine.Option;

/** The command-line options that select a column. */
final class NamedColumn {

    @Option(
            names = "--table",
            required = true,
            paramLabel = "[SCHEMA.]NAME",
            description = "The table, in the database's spelling.")
    private String table = "";

    @Option(
            names = "--column",
            paramLabel = "NAME",
            defaultValue = "id",
            description = "The column of its ids; default: ${DEFAULT-VALUE}.")
    private String column = "id";

    /** Reads the definition of the column, or throws {@link CommandFailure} if the column does not exist. */
    IdColumn in(Connection connection, Database database) throws SQLException {
        int dot = table.indexOf('.');
        ColumnName wanted =
                new ColumnName(null, dot < 0 ? null : table.substring(0, dot), table.substring(dot + 1), column);
        return IdColumn.read(connection, wanted)
                .orElseThrow(() -> CommandFailure.ofDatabase(
                        database + " has no column " + wanted
                                + ", or the user may not see it: correct --table and --column, or run doctor without them"
                                + " to list all columns",
                        null));
    }
}
