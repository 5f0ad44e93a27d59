package io.snowflakeid.merge.schema;

import java.util.ArrayList;
import java.util.List;

/** Cuts a script for the mysql client into statements, as far as schemas of games need it: {@code DELIMITER} stands on a line of its own. */
final class SqlScript {

    private SqlScript() {}

    static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        String delimiter = ";";
        for (String line : script.lines().toList()) {
            String stripped = line.strip();
            if (stripped.startsWith("DELIMITER ")) {
                delimiter = stripped.substring("DELIMITER ".length()).strip();
            } else if (stripped.endsWith(delimiter)) {
                open.append(stripped, 0, stripped.length() - delimiter.length()).append('\n');
                if (!open.toString().isBlank()) {
                    statements.add(open.toString());
                }
                open.setLength(0);
            } else if (!stripped.startsWith("--")) {
                open.append(line).append('\n');
            }
        }
        if (!open.toString().isBlank()) {
            statements.add(open.toString());
        }
        return statements;
    }
}
