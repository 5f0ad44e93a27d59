package io.snowflakeid.merge.catalog;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Foreign keys as {@code SHOW CREATE TABLE} prints them. MariaDB 11.4 doubles the backticks in the parent's name, but not those in
 * the names of the constraint and of columns, so that the text alone does not tell where such a name ends; the catalog does.
 */
final class ForeignKeyText {

    private ForeignKeyText() {}

    /** With each name as it must be quoted. */
    static String quoted(String showCreateTable, String database, List<ForeignKey> keys) {
        String text = showCreateTable;
        for (ForeignKey key : keys) {
            String printed = text(key, database, name -> "`" + name + "`");
            text = text.replace(printed, text(key, database, SqlToken::quoted));
        }
        return text;
    }

    private static String text(ForeignKey key, String database, UnaryOperator<String> quoting) {
        String parent = SqlToken.quoted(key.parentTable());
        return "CONSTRAINT " + quoting.apply(key.name()) + " FOREIGN KEY " + columns(key.columns(), quoting)
                + " REFERENCES "
                + (key.parentDatabase().equals(database)
                        ? parent
                        : SqlToken.quoted(key.parentDatabase()) + "." + parent)
                + " " + columns(key.parentColumns(), quoting);
    }

    private static String columns(List<String> names, UnaryOperator<String> quoting) {
        return names.stream().map(quoting).collect(Collectors.joining(", ", "(", ")"));
    }
}
