package io.snowflakeid.merge.planning;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** How files beside a plan are called that list something about a column. */
final class ListName {

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9_]+");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_]");

    private ListName() {}

    /** Such as {@code plan.json.renames.players.name.csv}; with the number where a name would not tell two columns apart. */
    static String of(Path plan, String what, String table, String column, int number) {
        boolean plain = PLAIN.matcher(table).matches() && PLAIN.matcher(column).matches();
        return plan.getFileName() + "." + what + "." + safe(table) + "." + safe(column) + (plain ? "" : "-" + number)
                + ".csv";
    }

    private static String safe(String name) {
        return UNSAFE.matcher(name).replaceAll("_");
    }
}
