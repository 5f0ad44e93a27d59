package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The names that a rule replaces, and where they stand. */
final class EmbeddedNames {

    private static final int MOST_NAMES = 20_000;
    private static final int SHORTEST_NAME = 3;
    private static final Pattern PARTS = Pattern.compile("[\\n\\r\\t,;|\"]+");

    private final UniquePlan rule;
    private final Findings findings;
    private final Map<String, Set<String>> names = new HashMap<>();
    private final List<In> found = new ArrayList<>();
    private int count;

    EmbeddedNames(UniquePlan rule, Path file, Findings findings) throws SQLException {
        this.rule = rule;
        this.findings = findings;
        new RenameFile(file).read(rename -> {
            String name = rename.before().strip().toLowerCase(Locale.ROOT);
            if (count < MOST_NAMES && name.length() >= SHORTEST_NAME) {
                names.computeIfAbsent(rename.alias(), alias -> new HashSet<>()).add(name);
                count++;
            }
        });
    }

    boolean mayStandIn(TablePlan table, ColumnPlan column) {
        boolean follows = column.follows().stream().anyMatch(follow -> follow.rule() == rule.number());
        boolean itself = table.name().equals(rule.table()) && rule.columns().contains(column.name());
        return !follows && !itself;
    }

    In in(TablePlan table, ColumnPlan column) {
        In in = new In(table.name() + "." + column.name());
        found.add(in);
        return in;
    }

    /** In a column. */
    final class In {
        private final String subject;
        private final List<String> shown = new ArrayList<>();
        private int all;
        private int whole;
        private int inside;

        In(String subject) {
            this.subject = subject;
        }

        void add(SourcePlan source, String text, List<String> parts) {
            Set<String> renamed = names.getOrDefault(source.alias(), Set.of());
            if (renamed.isEmpty()) {
                return;
            }
            all++;
            boolean same = renamed.contains(text.strip().toLowerCase(Locale.ROOT));
            boolean part = !same && parts.stream().anyMatch(renamed::contains);
            whole += same ? 1 : 0;
            inside += part ? 1 : 0;
            if ((same || part) && shown.size() < EmbeddedIds.SHOWN) {
                shown.add(source.alias() + ": " + EmbeddedIds.cut(text));
            }
        }
    }

    void report() {
        found.stream().filter(in -> in.whole + in.inside > 0).forEach(this::report);
    }

    private void report(In in) {
        boolean wholly = in.inside == 0;
        String what = in.whole + in.inside + " of " + in.all + " sampled values " + (wholly ? "are" : "are or hold")
                + " a name of " + rule.table() + "." + rule.columns().get(0) + " that gets a new one";
        findings.warning(
                "EMBEDDED_NAMES",
                in.subject,
                what
                        + (wholly
                                ? ": if it is that name, add to followed-by of this rule: " + in.subject
                                : ": a name inside of a text stays as it was; make the table main-only or skip, or correct the"
                                        + " texts by statements after the load"),
                (long) (in.whole + in.inside),
                in.shown);
    }

    /** What stands between signs that separate names. */
    static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        for (String part : PARTS.split(text, -1)) {
            parts.add(part.strip().toLowerCase(Locale.ROOT));
        }
        return parts;
    }
}
