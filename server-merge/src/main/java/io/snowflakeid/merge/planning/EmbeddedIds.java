package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for ids inside of texts, where a merge does not change them: under keys of JSON, behind words such as {@code player.17.}; and,
 * since it reads the texts, for names that get another one.
 */
final class EmbeddedIds extends PlanCheck {

    private static final int SAMPLED_AT_EACH_END = 500;
    private static final int NAMES_AT_EACH_END = 2_000;
    private static final int LONGEST_READ = 4_096;
    static final int SHOWN = 3;
    private static final int LONGEST_SAMPLE = 60;
    private static final double LEAST_SHARE_OF_LISTS = 0.95;
    private static final int LEAST_LISTS = 2;
    private static final int LEAST_LISTED = 3;
    private static final int MOST_LISTED = 5_000;

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
        List<EmbeddedNames> renamed = new ArrayList<>();
        for (UniquePlan rule : draft.uniques()) {
            if (rule.renames() > 0 && rule.renamesFile() != null) {
                renamed.add(new EmbeddedNames(rule, planPath.resolveSibling(rule.renamesFile()), findings));
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
        renamed.forEach(EmbeddedNames::report);
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
        private final List<EmbeddedNames.In> names;
        private final Map<String, Held> held = new LinkedHashMap<>();
        private final Held lists = new Held();
        private int all;
        private int several;

        Texts(TablePlan table, ColumnPlan column, List<EmbeddedNames> renamed) {
            this.table = table;
            this.column = column;
            names = renamed.stream()
                    .filter(each -> each.mayStandIn(table, column))
                    .map(each -> each.in(table, column))
                    .toList();
        }

        void add(SourcePlan source, String text, boolean forIds) {
            if (!names.isEmpty()) {
                List<String> parts = EmbeddedNames.parts(text);
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
                        + ": these ids move, the text does not; make the table main-only or skip, or correct the texts by statements"
                        + " after the load",
                (long) held.rows,
                List.copyOf(held.shown));
    }
}
