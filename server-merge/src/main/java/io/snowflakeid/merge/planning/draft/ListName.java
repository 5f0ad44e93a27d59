package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.plan.MergePlan;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** How files beside a plan are called that list something about a column. */
public final class ListName {

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9_]+");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_]");

    private ListName() {}

    /** Such as {@code plan.json.renames.players.name.csv}; with the number where a name would not tell two columns apart. */
    public static String of(Path plan, String what, String table, String column, int number) {
        boolean plain = PLAIN.matcher(table).matches() && PLAIN.matcher(column).matches();
        return plan.getFileName() + "." + what + "." + safe(table) + "." + safe(column) + (plain ? "" : "-" + number)
                + ".csv";
    }

    /** Deletes the lists of new names that an earlier plan of the same name has left and this one does not speak of. */
    public static void deleteOthers(Path plan, MergePlan spoken) throws IOException {
        String lists = Pattern.quote(plan.getFileName() + ".renames.") + "\\w+\\.\\w+(-\\d+)?\\.csv";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                plan.toAbsolutePath().getParent(),
                file -> file.getFileName().toString().matches(lists))) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (spoken.uniques().stream().noneMatch(rule -> name.equals(rule.renamesFile()))) {
                    Files.delete(file);
                }
            }
        }
    }

    private static String safe(String name) {
        return UNSAFE.matcher(name).replaceAll("_");
    }
}
