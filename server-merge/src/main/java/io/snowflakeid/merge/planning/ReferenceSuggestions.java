package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.IdName.Likeness;
import io.snowflakeid.merge.schema.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for columns that hold other tables' ids although no reference says so: after a merge they would lead to somebody else's rows.
 *
 * <p>The name of a column says where it may lead; its values on every source have to agree. Where the name says nothing, the values must
 * be such that chance does not explain them: among ids with gaps, many values that all hit one; see {@link IdFit#surprise}. A few values
 * may be ids of rows that were deleted, which no foreign key prevented: fewer, the less the name says.
 */
final class ReferenceSuggestions {

    private static final int FEWEST_TABLES_OF_A_PATTERN = 3;
    private static final int MOST_KINDS = 16;
    /** Of values of one kind, the least share that makes the others orphans. */
    private static final double LEAST_OF_A_KIND = 0.8;

    private static final int SAMPLES = 5;

    /** By chance once in a thousand times. */
    private static final double SURPRISING = 7;

    private final Game game;
    private final MergePlan draft;
    private final Findings findings;
    private final SampledIds samples;
    private final IdFits fits;
    private final ParentTables parents;

    ReferenceSuggestions(Game game, MergePlan draft, Findings findings) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
        samples = new SampledIds(game);
        fits = new IdFits(game, draft);
        parents = new ParentTables(game, draft);
    }

    void look() throws SQLException {
        List<SuggestedReference> found = find();
        Map<String, List<SuggestedReference>> groups = new LinkedHashMap<>();
        for (SuggestedReference suggestion : found) {
            groups.computeIfAbsent(
                            suggestion.parent() + "\0" + suggestion.child().column() + "\0" + suggestion.when(),
                            key -> new ArrayList<>())
                    .add(suggestion);
        }
        for (List<SuggestedReference> group : groups.values()) {
            if (group.size() >= FEWEST_TABLES_OF_A_PATTERN && alike(group)) {
                reportPattern(group);
            } else {
                group.forEach(this::report);
            }
        }
    }

    // --------------------------------------------------------------------------------------------------------- find

    /** Suggestions in the order of tables and columns; those by name first, since they tell which tables much is about. */
    private List<SuggestedReference> find() throws SQLException {
        List<Candidate> candidates = new ArrayList<>();
        for (TablePlan table : draft.tables()) {
            candidates.addAll(candidates(table));
        }
        List<SuggestedReference> found = new ArrayList<>();
        List<Candidate> open = new ArrayList<>();
        for (Candidate candidate : candidates) {
            SuggestedReference named = byName(candidate);
            if (named == null) {
                open.add(candidate);
            } else {
                found.add(named);
                parents.refersTo(named.parent());
            }
        }
        for (Candidate candidate : open) {
            found.addAll(byValuesOrKinds(candidate));
        }
        // ids that mean the same everywhere stay, and so does what holds them
        found.removeIf(suggestion -> parents.stay(suggestion.parent()));
        found.sort(Comparator.comparing(suggestion -> suggestion.child().toString()));
        return found;
    }

    private List<SuggestedReference> byValuesOrKinds(Candidate candidate) throws SQLException {
        SuggestedReference guess = byValues(candidate);
        boolean surprising = guess != null && guess.fit().surpriseDespiteOrphans() >= SURPRISING;
        if (guess != null && surprising && guess.fit().whole()) {
            return List.of(guess);
        }
        List<SuggestedReference> kinds = byKind(candidate);
        if (guess == null || kinds.isEmpty()) {
            return guess == null ? kinds : List.of(guess);
        }
        boolean oneParent = kinds.stream().allMatch(kind -> kind.parent().equals(guess.parent()));
        boolean alike = surprising || kinds.size() > 1 || !kinds.get(0).fit().whole();
        return oneParent && alike && !aKindRefuses(candidate, guess.parent()) ? List.of(guess) : kinds;
    }

    /** Whether another column tells rows apart of which some hold no ids of that table at all: more than a few orphans. */
    private boolean aKindRefuses(Candidate candidate, ColumnName parent) throws SQLException {
        IdName name = IdName.of(candidate.column().name());
        for (ColumnPlan kind : candidate.table().columns()) {
            if (tellsKind(candidate, kind, name)) {
                for (var values : valuesByKind(candidate, kind.column()).values()) {
                    IdFit fit = fits.of(candidate.column(), values, parent);
                    if (fit.values() - fit.known() > 1 && fit.share() < LEAST_OF_A_KIND) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /**
     * A column that may hold ids.
     *
     * @param values for each source that has any, how often each number was seen
     */
    record Candidate(TablePlan table, Column column, Map<SourcePlan, SortedMap<Long, Integer>> values) {
        ColumnName name() {
            return new ColumnName(table.name(), column.name());
        }
    }

    private List<Candidate> candidates(TablePlan table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (ColumnPlan column : table.columns()) {
            if (mayRefer(table, column)) {
                columns.add(column.column());
            }
        }
        // what the main server alone gives keeps its ids
        if (columns.isEmpty() || !table.copiedFromByClass(2)) {
            return List.of();
        }
        Map<String, Candidate> found = new LinkedHashMap<>();
        columns.forEach(column -> found.put(column.name(), new Candidate(table, column, new LinkedHashMap<>())));
        for (SourcePlan source : draft.sources()) {
            if (game.table(source, table.name()).isPresent()) {
                samples.of(table, source, columns).forEach((name, numbers) -> {
                    Candidate candidate = found.get(name);
                    if (candidate != null && !numbers.isEmpty()) {
                        candidate.values().put(source, numbers);
                    }
                });
            }
        }
        return found.values().stream()
                .filter(candidate -> !candidate.values().isEmpty() && !isFlag(candidate))
                .toList();
    }

    /** Yes and no, whatever its name: the catalog does not tell a BOOLEAN from other small numbers. */
    private static boolean isFlag(Candidate candidate) {
        return candidate.column().type().toLowerCase(Locale.ROOT).startsWith("tinyint")
                && candidate.values().values().stream()
                        .allMatch(numbers -> numbers.firstKey() >= 0 && numbers.lastKey() <= 1);
    }

    private boolean mayRefer(TablePlan table, ColumnPlan column) {
        return column.column().kind() == Column.Kind.INTEGER
                && !column.column().autoIncrement()
                && column.remaps().isEmpty()
                && draft.referencesOf(table.name()).stream()
                        .noneMatch(reference -> reference.columns().contains(column.name()));
    }

    private @Nullable SuggestedReference byName(Candidate candidate) throws SQLException {
        for (Likeness wanted : List.of(Likeness.SAME, Likeness.PART)) {
            List<SuggestedReference> fitting = new ArrayList<>();
            for (ColumnName parent : parents.forColumn(candidate.name())) {
                if (parents.likeness(candidate.name(), parent) == wanted) {
                    IdFit fit = fits.of(candidate.column(), candidate.values(), parent);
                    if (fit.wholeBut(mostOrphans(wanted))) {
                        fitting.add(new SuggestedReference(candidate.name(), parent, null, wanted, fit, List.of()));
                    }
                }
            }
            if (!fitting.isEmpty()) {
                return best(candidate, fitting);
            }
        }
        return null;
    }

    private @Nullable SuggestedReference byValues(Candidate candidate) throws SQLException {
        List<SuggestedReference> fitting = new ArrayList<>();
        for (ColumnName parent : parents.forColumn(candidate.name())) {
            Likeness likeness = parents.likeness(candidate.name(), parent);
            boolean worthwhile = likeness == Likeness.ROLE
                    || likeness == Likeness.ID
                    || (likeness == Likeness.NONE && fits.mostSurprise(candidate.values(), parent) >= SURPRISING);
            if (worthwhile) {
                IdFit fit = fits.of(candidate.column(), candidate.values(), parent);
                if (parents.plausible(parent) && convincing(candidate, likeness, fit)) {
                    fitting.add(new SuggestedReference(candidate.name(), parent, null, likeness, fit, List.of()));
                }
            }
        }
        return fitting.isEmpty() ? null : best(candidate, fitting);
    }

    /** The share of values that may be ids of deleted rows. */
    private static double mostOrphans(Likeness likeness) {
        return switch (likeness) {
            case SAME -> 0.1;
            case PART -> 0.05;
            case ROLE -> 0.04;
            case ID -> 0.03;
            case NONE -> 0.01;
        };
    }

    /** The less the name says, the more the values must. */
    private static boolean convincing(Candidate candidate, Likeness likeness, IdFit fit) {
        if (!fit.wholeBut(mostOrphans(likeness))) {
            return false;
        }
        boolean surprising = surprising(fit);
        return switch (likeness) {
            case SAME, PART -> true;
            case ROLE -> fit.whole() || surprising || fit.reach() >= 0.5;
            case ID ->
                !isOwnKey(candidate) && fit.values() >= 20 && (surprising || (fit.whole() && fit.reach() >= 0.5));
            // numbers among ids without gaps are no evidence: levels and amounts are there as well
            case NONE ->
                fit.values() > 100
                        && surprising
                        && !candidate
                                .table()
                                .key()
                                .equals(List.of(candidate.column().name()));
        };
    }

    private static boolean surprising(IdFit fit) {
        return fit.surpriseDespiteOrphans() >= SURPRISING && fit.reach() >= 0.5;
    }

    /** Whether it numbers the rows of its own table, or what they are about: {@code vendings.id}, {@code guild_castle.castle_id}. */
    private static boolean isOwnKey(Candidate candidate) {
        String column = candidate.column().name();
        List<String> key = candidate.table().key();
        boolean id = column.equalsIgnoreCase("id") && key.contains(column);
        return id
                || (key.equals(List.of(column))
                        && IdName.of(candidate.table().name()).endsWith(IdName.of(column)));
    }

    /** The one that explains the values best; a table that many lead to is more probable than one that none leads to. */
    private SuggestedReference best(Candidate candidate, List<SuggestedReference> fitting) {
        fitting.sort(Comparator.comparingDouble(suggestion -> -score(candidate, suggestion)));
        SuggestedReference best = fitting.get(0);
        List<ColumnName> others = best.likeness() == Likeness.SAME || best.likeness() == Likeness.PART
                ? List.of()
                : fitting.stream()
                        .skip(1)
                        .limit(2)
                        .map(SuggestedReference::parent)
                        .toList();
        return new SuggestedReference(best.child(), best.parent(), best.when(), best.likeness(), best.fit(), others);
    }

    private double score(Candidate candidate, SuggestedReference suggestion) {
        double related = parents.related(candidate.table().name(), suggestion.parent()) ? 2 : 0;
        return Math.max(-5, Math.min(20, suggestion.fit().surprise()))
                + 5 * suggestion.fit().reach()
                // where one explains all values, and another nearly all
                - 100 * (1 - suggestion.fit().share())
                + 2 * Math.log1p(parents.references(suggestion.parent()))
                + related;
    }

    // -------------------------------------------------------------------------------------------------------- kinds

    /** A column that leads to several tables, of which another column tells which. */
    private List<SuggestedReference> byKind(Candidate candidate) throws SQLException {
        IdName name = IdName.of(candidate.column().name());
        if (!name.saysId() && !name.isRole()) {
            return List.of();
        }
        for (ColumnPlan kind : candidate.table().columns()) {
            if (tellsKind(candidate, kind, name)) {
                List<SuggestedReference> found = byKind(candidate, kind.column());
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return List.of();
    }

    private static boolean tellsKind(Candidate candidate, ColumnPlan kind, IdName name) {
        Long characters = kind.column().characters();
        boolean small = kind.column().kind() == Column.Kind.INTEGER
                || (kind.column().kind() == Column.Kind.TEXT && characters != null && characters <= 32);
        return small
                && kind.remaps().isEmpty()
                && !kind.name().equals(candidate.column().name())
                && IdName.of(kind.name()).tellsKindOf(name);
    }

    private Map<String, Map<SourcePlan, SortedMap<Long, Integer>>> valuesByKind(Candidate candidate, Column kind)
            throws SQLException {
        Map<String, Map<SourcePlan, SortedMap<Long, Integer>>> kinds = new TreeMap<>();
        for (SourcePlan source : candidate.values().keySet()) {
            samples.byKind(candidate.table(), source, candidate.column(), kind.name(), MOST_KINDS)
                    .forEach((value, numbers) -> kinds.computeIfAbsent(value, key -> new LinkedHashMap<>())
                            .put(source, numbers));
        }
        return kinds;
    }

    private List<SuggestedReference> byKind(Candidate candidate, Column kind) throws SQLException {
        List<SuggestedReference> found = new ArrayList<>();
        for (Map.Entry<String, Map<SourcePlan, SortedMap<Long, Integer>>> each :
                valuesByKind(candidate, kind).entrySet()) {
            List<SuggestedReference> fitting = new ArrayList<>();
            List<SuggestedReference> nearly = new ArrayList<>();
            for (ColumnName parent : parents.forColumn(candidate.name())) {
                IdFit fit = fits.of(candidate.column(), each.getValue(), parent);
                if (parents.plausible(parent) && fit.wholeBut(mostOrphans(Likeness.ROLE)) && fit.reach() >= 0.5) {
                    String value = kind.kind() == Column.Kind.INTEGER
                            ? each.getKey()
                            : "'" + each.getKey().replace("'", "''") + "'";
                    (fit.whole() ? fitting : nearly)
                            .add(new SuggestedReference(
                                    candidate.name(),
                                    parent,
                                    kind.name() + " = " + value,
                                    Likeness.ROLE,
                                    fit,
                                    List.of()));
                }
            }
            // what fits altogether goes before what fits but for ids of deleted rows
            fitting = fitting.isEmpty() ? nearly : fitting;
            if (!fitting.isEmpty()) {
                found.add(best(candidate, fitting));
            }
        }
        // that the other column tells kinds is proved by values which leave no doubt
        return found.stream().anyMatch(one -> one.fit().surprise() >= SURPRISING) ? found : List.of();
    }

    // ------------------------------------------------------------------------------------------------------- report

    /** Whether a pattern would reach no table in which the column holds something else, or a reference that is declared. */
    private boolean alike(List<SuggestedReference> group) {
        SuggestedReference one = group.get(0);
        Set<String> suggested = group.stream().map(each -> each.child().table()).collect(Collectors.toSet());
        for (TablePlan table : draft.tables()) {
            boolean has =
                    game.mainTable(table.name()).find(one.child().column()).isPresent();
            boolean empty = table.rows().stream().allMatch(rows -> rows.total() == 0) || !table.copiedFromByClass(2);
            boolean key = new ColumnName(table.name(), one.child().column()).equals(one.parent());
            if (has && !key && !suggested.contains(table.name()) && (!empty || covered(table, one))) {
                return false;
            }
        }
        return one.when() == null && !one.child().column().contains("*");
    }

    private boolean covered(TablePlan table, SuggestedReference one) {
        return draft.referencesOf(table.name()).stream()
                .map(ReferencePlan::columns)
                .anyMatch(columns -> columns.contains(one.child().column()));
    }

    private void reportPattern(List<SuggestedReference> group) {
        SuggestedReference first = group.get(0);
        String from = "*." + first.child().column();
        Set<Long> none = new TreeSet<>();
        group.forEach(each -> none.addAll(each.fit().none()));
        boolean certain = group.stream().anyMatch(SuggestedReference::certain) && moves(first.parent());
        report(
                certain,
                from + " -> " + first.parent(),
                group.size() + " tables have this column, whose values are ids of " + first.parent()
                        + why(first, certain)
                        + SuggestedReference.line("*", first.child().column(), first.parent(), none, null),
                group);
    }

    private void report(SuggestedReference suggestion) {
        boolean certain = suggestion.certain() && moves(suggestion.parent());
        String subject = suggestion.child() + " -> " + suggestion.parent()
                + (suggestion.when() == null ? "" : " when " + suggestion.when());
        report(
                certain,
                subject,
                suggestion.fit().describe(suggestion.parent()) + why(suggestion, certain) + suggestion.line(),
                List.of(suggestion));
    }

    private String why(SuggestedReference suggestion, boolean certain) {
        IdDomain domain = parents.domain(suggestion.parent());
        String named =
                switch (suggestion.likeness()) {
                    case SAME, PART -> ", and it is named so";
                    case ROLE -> ", and its name may mean them";
                    case ID -> ", and its name says that it is an id";
                    case NONE -> ", though its name does not say so";
                };
        String moved = domain == null || domain.mode() == IdMode.KEEP
                ? ", but no reference says so; if it is one, add to references: "
                : ", but no reference says so, and these ids move ("
                        + domain.mode().name().toLowerCase(Locale.ROOT).replace('_', '-')
                        + "): " + (certain ? "its rows would lead to others'; add" : "if it is one, add")
                        + " to references: ";
        return named + moved;
    }

    private void report(boolean certain, String subject, String message, List<SuggestedReference> group) {
        List<String> evidence =
                group.stream().limit(SAMPLES).map(SuggestedReference::evidence).toList();
        if (certain) {
            findings.error("REFERENCE_MISSING", subject, message, (long) group.size(), evidence);
        } else {
            findings.warning("REFERENCE_MISSING", subject, message, (long) group.size(), evidence);
        }
    }

    private boolean moves(ColumnName parent) {
        IdDomain domain = parents.domain(parent);
        return domain != null && domain.mode() != IdMode.KEEP && domain.mode() != IdMode.STATIC;
    }
}
