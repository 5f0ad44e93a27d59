package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
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
        List<NewNames> renamed = new ArrayList<>();
        for (UniquePlan rule : draft.uniques()) {
            if (rule.renames() > 0 && rule.renamesFile() != null) {
                renamed.add(new NewNames(rule, planPath.resolveSibling(rule.renamesFile())));
            }
        }
        for (TablePlan table : draft.tables()) {
            List<Texts> columns = table.columns().stream()
                    .filter(column -> mayHoldText(column.column()))
                    .map(column -> new Texts(table, column, renamed))
                    .toList();
            if (table.copiedFromByClass(2) && !columns.isEmpty()) {
                read(table, columns);
                for (Texts column : columns) {
                    reportIds(column);
                }
            }
        }
        typed.look();
        renamed.forEach(NewNames::report);
    }

    /** Reads a table once, whatever is looked for in it. */
    private void read(TablePlan table, List<Texts> columns) throws SQLException {
        List<String> names = columns.stream().map(texts -> texts.column.name()).toList();
        boolean forNames = columns.stream().anyMatch(texts -> !texts.names.isEmpty());
        int atEachEnd = forNames ? NAMES_AT_EACH_END : SAMPLED_AT_EACH_END;
        for (SourcePlan source : draft.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            long read = rows == null ? 0 : Math.min(rows.total(), 2L * atEachEnd);
            // ids are looked for in some of the rows, spread over all of them
            long step = Math.max(1, read / (2 * SAMPLED_AT_EACH_END));
            long[] row = {0};
            samples.rows(table, source, names, atEachEnd, result -> {
                boolean forIds = row[0]++ % step == 0;
                for (int i = 0; i < columns.size(); i++) {
                    Texts texts = columns.get(i);
                    String text = text(result, i + 1, texts.column.column());
                    if (text != null && !text.isBlank()) {
                        texts.add(source, text, forIds);
                    }
                }
            });
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

    /** What the texts of a column hold. */
    private static final class Texts {
        private final TablePlan table;
        private final ColumnPlan column;
        private final List<NewNames.In> names;
        private final Map<String, Held> held = new LinkedHashMap<>();
        private final Held lists = new Held();
        private int all;
        private int several;

        Texts(TablePlan table, ColumnPlan column, List<NewNames> renamed) {
            this.table = table;
            this.column = column;
            names = renamed.stream()
                    .filter(each -> each.mayStandIn(table, column))
                    .map(each -> each.in(table, column))
                    .toList();
        }

        void add(SourcePlan source, String text, boolean forIds) {
            if (!names.isEmpty()) {
                List<String> parts = parts(text);
                names.forEach(each -> each.add(source, text, parts));
            }
            if (forIds) {
                addIds(source, text);
            }
        }

        private void addIds(SourcePlan source, String text) {
            all++;
            List<Long> list = EmbeddedNumbers.list(text);
            if (!list.isEmpty()) {
                lists.add(source, text, list);
                several += list.size() > 1 ? 1 : 0;
                return;
            }
            Map<String, List<Long>> named = new LinkedHashMap<>();
            for (Mention mention : EmbeddedNumbers.named(text)) {
                named.computeIfAbsent(mention.word(), word -> new ArrayList<>()).add(mention.number());
            }
            named.forEach((word, numbers) ->
                    held.computeIfAbsent(word, any -> new Held()).add(source, text, numbers));
        }

        boolean areLists() {
            return lists.rows >= LEAST_SHARE_OF_LISTS * all
                    && several >= LEAST_LISTS
                    && lists.different() >= LEAST_LISTED;
        }
    }

    private void reportIds(Texts texts) throws SQLException {
        TablePlan table = texts.table;
        if (texts.areLists()) {
            List<String> words = new ArrayList<>(List.of(texts.column.name()));
            words.addAll(comments.words(table.name(), texts.column.name()));
            ColumnName parent = meant.of(table, words, texts.lists.numbers);
            if (parent != null) {
                report(texts, "are lists of numbers, which are ids of " + parent, texts.lists);
            }
        }
        Map<String, Held> held = texts.held;
        Held decimal = held.get(EmbeddedNumbers.FIRST);
        Held hexadecimal = held.get(EmbeddedNumbers.FIRST_HEX);
        boolean hex = hexadecimal != null && (decimal == null || decimal.rows < hexadecimal.rows);
        held.remove(hex ? EmbeddedNumbers.FIRST : EmbeddedNumbers.FIRST_HEX);
        for (Map.Entry<String, Held> each : held.entrySet()) {
            ColumnName parent = meant.behind(table, each.getKey(), each.getValue().numbers);
            if (parent != null) {
                String what = "hold a " + EmbeddedNumbers.describe(each.getKey()) + ", which is an id of " + parent;
                report(texts, what, each.getValue());
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

    private static @Nullable String text(ResultSet row, int place, Column column) throws SQLException {
        String text = column.kind() == Column.Kind.BINARY ? latin(row.getBytes(place)) : row.getString(place);
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

    private void report(Texts texts, String what, Held held) {
        boolean key = texts.table.key().contains(texts.column.name());
        findings.warning(
                "EMBEDDED_IDS",
                texts.table.name() + "." + texts.column.name(),
                held.rows + " of " + texts.all + " sampled values " + what
                        + (key ? "; the column is part of the key" : "")
                        + ": these ids move, the text does not; make the table main-only or skip, or mend the texts by statements"
                        + " after the load",
                (long) held.rows,
                List.copyOf(held.shown));
    }

    // -------------------------------------------------------------------------------------------------------- names

    /** The names that a rule replaces, and where they stand. */
    private final class NewNames {
        private final UniquePlan rule;
        private final Map<String, Set<String>> names = new HashMap<>();
        private final List<In> found = new ArrayList<>();
        private int count;

        NewNames(UniquePlan rule, Path file) throws SQLException {
            this.rule = rule;
            new RenameFile(file).read(rename -> {
                String name = rename.before().strip().toLowerCase(Locale.ROOT);
                if (count < MOST_NAMES && name.length() >= SHORTEST_NAME) {
                    names.computeIfAbsent(rename.alias(), alias -> new HashSet<>())
                            .add(name);
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
        private final class In {
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
                if ((same || part) && shown.size() < SHOWN) {
                    shown.add(source.alias() + ": " + cut(text));
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
                                    : ": a name inside of a text stays as it was; make the table main-only or skip, or mend the"
                                            + " texts by statements after the load"),
                    (long) (in.whole + in.inside),
                    in.shown);
        }
    }

    /** What stands between signs that separate names. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        for (String part : PARTS.split(text, -1)) {
            parts.add(part.strip().toLowerCase(Locale.ROOT));
        }
        return parts;
    }
}
