package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.IdName.Likeness;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks for ids and names inside of texts, where a merge does not change them: under keys of JSON, behind words such as
 * {@code player.17.}, and names that get another one.
 */
final class EmbeddedIds {

    private static final int SAMPLED_AT_EACH_END = 500;
    private static final int NAMES_AT_EACH_END = 2_000;
    private static final int LONGEST_READ = 4_096;
    private static final int MOST_NAMES = 20_000;
    private static final int SHORTEST_NAME = 3;
    private static final int SAMPLES = 3;
    private static final int LONGEST_SAMPLE = 60;
    private static final double LEAST_SHARE = 0.95;
    private static final Pattern NAMED_NUMBER = Pattern.compile("([A-Za-z_]+)[.:/#=-](\\d{1,18})(?!\\d)");
    private static final Pattern PARTS = Pattern.compile("[\\n\\r\\t,;|\"]+");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MergePlan draft;
    private final Findings findings;
    private final Path planPath;
    private final SampledIds samples;
    private final KnownIds ids;
    private final ParentTables parents;

    EmbeddedIds(Game game, MergePlan draft, Findings findings, Path planPath) {
        this.draft = draft;
        this.findings = findings;
        this.planPath = planPath;
        samples = new SampledIds(game);
        ids = new KnownIds(game);
        parents = new ParentTables(game, draft);
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

    /** What looks like an id: where it stands, and how it is called there. */
    private record Mention(String word, long number) {}

    private void lookForIds(TablePlan table, ColumnPlan column) throws SQLException {
        Map<String, Map<SourcePlan, Set<Long>>> mentioned = new LinkedHashMap<>();
        Map<String, Integer> rows = new HashMap<>();
        Map<String, List<String>> shown = new HashMap<>();
        int[] all = {0};
        for (SourcePlan source : draft.sources()) {
            samples.rows(table, source, List.of(column.name()), SAMPLED_AT_EACH_END, row -> {
                String text = text(row, column.column());
                if (text != null && !text.isBlank()) {
                    all[0]++;
                    Set<String> words = new HashSet<>();
                    for (Mention mention : mentions(text)) {
                        mentioned
                                .computeIfAbsent(mention.word(), word -> new LinkedHashMap<>())
                                .computeIfAbsent(source, any -> new LinkedHashSet<>())
                                .add(mention.number());
                        if (words.add(mention.word())) {
                            rows.merge(mention.word(), 1, Integer::sum);
                            List<String> some = shown.computeIfAbsent(mention.word(), word -> new ArrayList<>());
                            if (some.size() < SAMPLES) {
                                some.add(source.alias() + ": " + cut(text));
                            }
                        }
                    }
                }
            });
        }
        for (Map.Entry<String, Map<SourcePlan, Set<Long>>> each : mentioned.entrySet()) {
            ColumnName parent = parent(table, each.getKey(), each.getValue());
            if (parent != null) {
                report(
                        table,
                        column,
                        each.getKey(),
                        parent,
                        rows.getOrDefault(each.getKey(), 0),
                        all[0],
                        shown.getOrDefault(each.getKey(), List.of()));
            }
        }
    }

    private static @Nullable String text(ResultSet row, Column column) throws SQLException {
        String text = column.kind() == Column.Kind.BINARY ? latin(row.getBytes(1)) : row.getString(1);
        if (text == null) {
            return null;
        }
        boolean binary =
                text.chars().anyMatch(letter -> letter < ' ' && letter != '\n' && letter != '\r' && letter != '\t');
        return binary ? null : text.substring(0, Math.min(text.length(), LONGEST_READ));
    }

    private static @Nullable String latin(byte @Nullable [] bytes) {
        return bytes == null
                ? null
                : new String(bytes, 0, Math.min(bytes.length, LONGEST_READ), StandardCharsets.ISO_8859_1);
    }

    private static List<Mention> mentions(String text) {
        List<Mention> mentions = new ArrayList<>();
        String trimmed = text.strip();
        if (trimmed.startsWith("{") || trimmed.startsWith("[")) {
            try {
                walk(JSON.readTree(trimmed), "", mentions);
                return mentions;
            } catch (JsonProcessingException e) {
                // no JSON, or cut: read as any other text
                mentions.clear();
            }
        }
        Matcher matcher = NAMED_NUMBER.matcher(text);
        while (matcher.find()) {
            mentions.add(new Mention(matcher.group(1), Long.parseLong(matcher.group(2))));
        }
        return mentions;
    }

    private static void walk(JsonNode node, String name, List<Mention> mentions) {
        if (node.isIntegralNumber() && node.canConvertToLong() && !name.isEmpty()) {
            mentions.add(new Mention(name, node.longValue()));
        }
        if (node.isArray()) {
            node.forEach(part -> walk(part, name, mentions));
        }
        node.properties().forEach(field -> walk(field.getValue(), field.getKey(), mentions));
    }

    private static String cut(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_SAMPLE ? line : line.substring(0, LONGEST_SAMPLE - 1) + "…";
    }

    /** The table whose ids they are: it is named so, or the word means somebody; and practically all numbers are its ids. */
    private @Nullable ColumnName parent(TablePlan table, String word, Map<SourcePlan, Set<Long>> numbers)
            throws SQLException {
        ColumnName name = new ColumnName(table.name(), word);
        ColumnName best = null;
        double bestScore = 0;
        for (ColumnName parent : parents.forColumn(name)) {
            Likeness likeness = parents.likeness(name, parent);
            boolean named = likeness == Likeness.SAME || likeness == Likeness.PART;
            boolean somebody = IdName.of(word).isRole() && parents.plausible(parent);
            if (moves(parent) && (named || somebody) && allKnown(parent, numbers)) {
                double score = (named ? 1_000 : 0) + parents.references(parent) + 1;
                if (score > bestScore) {
                    best = parent;
                    bestScore = score;
                }
            }
        }
        return best;
    }

    private boolean moves(ColumnName parent) {
        var domain = parents.domain(parent);
        return domain != null && domain.mode() != IdMode.STATIC && domain.mode() != IdMode.KEEP;
    }

    private boolean allKnown(ColumnName parent, Map<SourcePlan, Set<Long>> numbers) throws SQLException {
        long known = 0;
        long all = 0;
        for (Map.Entry<SourcePlan, Set<Long>> each : numbers.entrySet()) {
            Set<Long> real = new HashSet<>(each.getValue());
            real.remove(0L);
            real.remove(-1L);
            all += real.size();
            known += ids.of(parent, each.getKey(), real).size();
        }
        return all > 0 && known >= LEAST_SHARE * all;
    }

    private void report(
            TablePlan table, ColumnPlan column, String word, ColumnName parent, int rows, int all, List<String> shown) {
        boolean key = table.key().contains(column.name());
        findings.warning(
                "EMBEDDED_IDS",
                table.name() + "." + column.name(),
                rows + " of " + all + " sampled values hold a number called " + word + ", which is an id of " + parent
                        + (key ? "; the column is part of the key" : "")
                        + ": these ids move, the text does not; make the table main-only or skip, or mend the texts by statements"
                        + " after the load",
                (long) rows,
                List.copyOf(shown));
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
                if ((same || part) && shown.size() < SAMPLES) {
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
