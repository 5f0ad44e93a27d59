package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.EmbeddedNumbers.Mention;
import io.snowflakeid.merge.schema.Column;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks for ids and names inside of texts, where a merge does not change them: under keys of JSON, behind words such as
 * {@code player.17.}, and names that get another one.
 */
final class EmbeddedIds extends PlanCheck {

    private static final int SAMPLED_AT_EACH_END = 500;
    private static final int NAMES_AT_EACH_END = 2_000;
    private static final int LONGEST_READ = 4_096;
    private static final int MOST_NAMES = 20_000;
    private static final int SHORTEST_NAME = 3;
    private static final int SHOWN = 3;
    private static final int LONGEST_SAMPLE = 60;
    private static final double LEAST_SHARE_OF_LISTS = 0.95;
    private static final int LEAST_LISTS = 2;
    private static final int LEAST_LISTED = 3;
    private static final int MOST_LISTED = 5_000;
    private static final Pattern PARTS = Pattern.compile("[\\n\\r\\t,;|\"]+");

    private final Path planPath;
    private final SampledIds samples;
    private final MeantIds meant;
    private final TypedIds typed;
    private final ColumnComments comments;

    EmbeddedIds(Game game, MergePlan draft, Findings findings, Path planPath) {
        super(game, draft, findings);
        this.planPath = planPath;
        samples = new SampledIds(game);
        meant = new MeantIds(game, draft);
        typed = new TypedIds(game, draft, findings, meant);
        comments = new ColumnComments(game);
    }

    void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            if (table.copiedFromByClass(2)) {
                for (ColumnPlan column : table.columns()) {
                    if (mayHoldText(column.column())) {
                        lookForIds(table, column);
                    }
                }
            }
        }
        typed.look();
        for (UniquePlan rule : draft.uniques()) {
            if (rule.renames() > 0 && rule.renamesFile() != null) {
                lookForNames(rule, planPath.resolveSibling(rule.renamesFile()));
            }
        }
    }

    private static boolean mayHoldText(Column column) {
        Long characters = column.characters();
        return switch (column.kind()) {
            case JSON -> true;
            case TEXT -> characters == null ? !oneOfFew(column) : characters >= 8;
            case BINARY -> column.type().contains("blob");
            default -> false;
        };
    }

    /** The words of an ENUM or SET are the schema's, not a row's. */
    private static boolean oneOfFew(Column column) {
        String type = column.type().toLowerCase(Locale.ROOT);
        return type.startsWith("enum") || type.startsWith("set");
    }

    // ---------------------------------------------------------------------------------------------------------- ids

    private void lookForIds(TablePlan table, ColumnPlan column) throws SQLException {
        Map<String, Held> held = new LinkedHashMap<>();
        Held lists = new Held();
        int[] all = {0};
        int[] several = {0};
        for (SourcePlan source : draft.sources()) {
            samples.rows(table, source, List.of(column.name()), SAMPLED_AT_EACH_END, row -> {
                String text = text(row, column.column());
                if (text != null && !text.isBlank()) {
                    all[0]++;
                    List<Long> list = EmbeddedNumbers.list(text);
                    if (!list.isEmpty()) {
                        lists.add(source, text, list);
                        several[0] += list.size() > 1 ? 1 : 0;
                        return;
                    }
                    Map<String, List<Long>> named = new LinkedHashMap<>();
                    for (Mention mention : EmbeddedNumbers.named(text)) {
                        named.computeIfAbsent(mention.word(), word -> new ArrayList<>())
                                .add(mention.number());
                    }
                    named.forEach((word, numbers) ->
                            held.computeIfAbsent(word, any -> new Held()).add(source, text, numbers));
                }
            });
        }
        if (lists.rows >= LEAST_SHARE_OF_LISTS * all[0]
                && several[0] >= LEAST_LISTS
                && lists.different() >= LEAST_LISTED) {
            List<String> words = new ArrayList<>(List.of(column.name()));
            words.addAll(comments.words(table.name(), column.name()));
            ColumnName parent = meant.of(table, words, lists.numbers);
            if (parent != null) {
                report(table, column, "are lists of numbers, which are ids of " + parent, lists, all[0]);
            }
        }
        Held decimal = held.get(EmbeddedNumbers.FIRST);
        Held hexadecimal = held.get(EmbeddedNumbers.FIRST_HEX);
        boolean hex = hexadecimal != null && (decimal == null || decimal.rows < hexadecimal.rows);
        held.remove(hex ? EmbeddedNumbers.FIRST : EmbeddedNumbers.FIRST_HEX);
        for (Map.Entry<String, Held> each : held.entrySet()) {
            ColumnName parent = meant.behind(table, each.getKey(), each.getValue().numbers);
            if (parent != null) {
                String what = "hold a " + EmbeddedNumbers.describe(each.getKey()) + ", which is an id of " + parent;
                report(table, column, what, each.getValue(), all[0]);
            }
        }
    }

    /** Numbers of a kind, and the texts that hold them. */
    private static final class Held {
        private final Map<SourcePlan, Set<Long>> numbers = new LinkedHashMap<>();
        private final List<String> shown = new ArrayList<>();
        private int rows;

        void add(SourcePlan source, String text, List<Long> more) {
            Set<Long> own = numbers.computeIfAbsent(source, any -> new LinkedHashSet<>());
            if (own.size() < MOST_LISTED) {
                own.addAll(more);
            }
            rows++;
            if (shown.size() < SHOWN) {
                shown.add(source.alias() + ": " + cut(text));
            }
        }

        int different() {
            return numbers.values().stream().mapToInt(Set::size).sum();
        }
    }

    private static @Nullable String text(ResultSet row, Column column) throws SQLException {
        String text = column.kind() == Column.Kind.BINARY ? latin(row.getBytes(1)) : row.getString(1);
        if (text == null) {
            return null;
        }
        boolean binary =
                text.chars().anyMatch(letter -> letter < ' ' && letter != '\n' && letter != '\r' && letter != '\t');
        return binary ? null : text.length() <= LONGEST_READ ? text : cutBeforeNumber(text);
    }

    private static String cutBeforeNumber(String text) {
        int end = LONGEST_READ;
        while (end > 0 && Character.isDigit(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    private static @Nullable String latin(byte @Nullable [] bytes) {
        return bytes == null
                ? null
                : new String(bytes, 0, Math.min(bytes.length, LONGEST_READ + 1), StandardCharsets.ISO_8859_1);
    }

    /** One line of a text, not too long. */
    static String cut(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_SAMPLE ? line : line.substring(0, LONGEST_SAMPLE - 1) + "…";
    }

    private void report(TablePlan table, ColumnPlan column, String what, Held held, int all) {
        boolean key = table.key().contains(column.name());
        findings.warning(
                "EMBEDDED_IDS",
                table.name() + "." + column.name(),
                held.rows + " of " + all + " sampled values " + what
                        + (key ? "; the column is part of the key" : "")
                        + ": these ids move, the text does not; make the table main-only or skip, or mend the texts by statements"
                        + " after the load",
                (long) held.rows,
                List.copyOf(held.shown));
    }

    // -------------------------------------------------------------------------------------------------------- names

    private void lookForNames(UniquePlan rule, Path file) throws SQLException {
        Map<String, Set<String>> names = new HashMap<>();
        int[] count = {0};
        new RenameFile(file).read(rename -> {
            String name = rename.before().strip().toLowerCase(Locale.ROOT);
            if (count[0] < MOST_NAMES && name.length() >= SHORTEST_NAME) {
                names.computeIfAbsent(rename.alias(), alias -> new HashSet<>()).add(name);
                count[0]++;
            }
        });
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                boolean follows = column.follows().stream().anyMatch(follow -> follow.rule() == rule.number());
                boolean itself =
                        table.name().equals(rule.table()) && rule.columns().contains(column.name());
                if (mayHoldText(column.column()) && table.copiedFromByClass(2) && !follows && !itself) {
                    lookForNames(rule, names, table, column);
                }
            }
        }
    }

    private void lookForNames(UniquePlan rule, Map<String, Set<String>> names, TablePlan table, ColumnPlan column)
            throws SQLException {
        int[] all = {0};
        int[] whole = {0};
        int[] inside = {0};
        List<String> shown = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            Set<String> renamed = names.getOrDefault(source.alias(), Set.of());
            if (renamed.isEmpty()) {
                continue;
            }
            samples.rows(table, source, List.of(column.name()), NAMES_AT_EACH_END, row -> {
                String text = text(row, column.column());
                if (text == null || text.isBlank()) {
                    return;
                }
                all[0]++;
                boolean same = renamed.contains(text.strip().toLowerCase(Locale.ROOT));
                boolean part = !same && holdsOne(text, renamed);
                whole[0] += same ? 1 : 0;
                inside[0] += part ? 1 : 0;
                if ((same || part) && shown.size() < SHOWN) {
                    shown.add(source.alias() + ": " + cut(text));
                }
            });
        }
        if (whole[0] + inside[0] > 0) {
            String subject = table.name() + "." + column.name();
            String what = whole[0] + inside[0] + " of " + all[0] + " sampled values "
                    + (inside[0] == 0 ? "are" : "are or hold") + " a name of " + rule.table() + "."
                    + rule.columns().get(0) + " that gets a new one";
            findings.warning(
                    "EMBEDDED_NAMES",
                    subject,
                    what
                            + (inside[0] == 0
                                    ? ": if it is that name, add to followed-by of this rule: " + subject
                                    : ": a name inside of a text stays as it was; make the table main-only or skip, or mend the"
                                            + " texts by statements after the load"),
                    (long) (whole[0] + inside[0]),
                    shown);
        }
    }

    private static boolean holdsOne(String text, Set<String> names) {
        for (String part : PARTS.split(text, -1)) {
            if (names.contains(part.strip().toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }
}
