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
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for columns that hold other tables' ids although no reference says so: after a merge they would lead to somebody else's rows.
 *
 * <p>The name of a column says where it may lead; its values on every source have to agree. Where the name says nothing, the values must
 * be such that chance does not explain them: among ids with gaps, many values that all hit one; see {@link IdFit#surprise}. A few values
 * may be ids of rows that were deleted, which no foreign key prevented: fewer, the less the name says.
 */
final class ReferenceSuggestions extends PlanCheck {

    private static final int FEWEST_TABLES_OF_A_PATTERN = 3;
    private static final String ANY_TABLE = "*";

    /** On each source: of fewer values, where they lie says little. */
    private static final int FEWEST_WITHOUT_NAME = 5;

    /** One value in so many rows is a setting. */
    private static final int MOST_OF_ONE_VALUE = 10;

    /** A table that has a row more for most rows of another has so many of its ids. */
    private static final double LEAST_OF_AN_EXTENSION = 0.8;

    /** By chance once in a thousand times. */
    private static final double SURPRISING = 7;

    private static final double SURPRISING_ANYWHERE = 16;

    private final SampledIds samples;
    private final IdFits fits;
    private final ParentTables parents;
    private final ReferenceChoice choice;
    private final ReferenceKinds kinds;
    private final SisterColumns sisters;

    ReferenceSuggestions(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        samples = new SampledIds(game);
        fits = new IdFits(game, draft);
        parents = new ParentTables(game, draft);
        choice = new ReferenceChoice(parents);
        kinds = new ReferenceKinds(samples, fits, parents);
        sisters = new SisterColumns(fits, choice);
    }

    void look() throws SQLException {
        List<SuggestedReference> found = find();
        found.stream().filter(one -> parents.moves(one.parent())).forEach(this::adviseBeforeClashes);
        Map<String, List<SuggestedReference>> groups = new LinkedHashMap<>();
        for (SuggestedReference suggestion : found) {
            groups.computeIfAbsent(
                            suggestion.parent() + "\0" + suggestion.child().column() + "\0" + suggestion.when(),
                            key -> new ArrayList<>())
                    .add(suggestion);
        }
        for (List<SuggestedReference> group : groups.values()) {
            if (group.size() >= FEWEST_TABLES_OF_A_PATTERN && alike(group, ANY_TABLE)) {
                reportPattern(group, ANY_TABLE);
            } else {
                reportByPrefix(group);
            }
        }
    }

    /** Keys that hold ids clash as long as nobody knows that these move. */
    private void adviseBeforeClashes(SuggestedReference missing) {
        String column = missing.child().column();
        Pattern key = Pattern.compile(
                Pattern.quote(missing.child().table()) + "\\((.*, )?" + Pattern.quote(column) + "(, .*)?\\)");
        findings.advise(
                finding -> finding.code().endsWith("_CLASH")
                        && key.matcher(finding.subject()).matches(),
                message -> "list the references first: " + column + " looks like ids of " + missing.parent()
                        + ", which move (see REFERENCE_MISSING), and these values may then clash no more. As it is, "
                        + message);
    }

    /** One line for the tables that begin with the same word, if it fits no other one that has the column. */
    private void reportByPrefix(List<SuggestedReference> group) {
        Map<String, List<SuggestedReference>> byPrefix = new LinkedHashMap<>();
        for (SuggestedReference suggestion : group) {
            String table = suggestion.child().table();
            byPrefix.computeIfAbsent(table.substring(0, table.indexOf('_') + 1), prefix -> new ArrayList<>())
                    .add(suggestion);
        }
        byPrefix.forEach((prefix, tables) -> {
            String pattern = prefix + ANY_TABLE;
            if (!prefix.isEmpty() && tables.size() >= FEWEST_TABLES_OF_A_PATTERN && alike(tables, pattern)) {
                reportPattern(tables, pattern);
            } else {
                tables.forEach(this::report);
            }
        });
    }

    // --------------------------------------------------------------------------------------------------------- find

    /** Suggestions in the order of tables and columns; those by name first, since they tell which tables much is about. */
    private List<SuggestedReference> find() throws SQLException {
        List<ReferenceCandidate> open = new ArrayList<>();
        List<SuggestedReference> found = new ArrayList<>();
        List<ReferenceCandidate> conditional = new ArrayList<>();
        for (TablePlan table : draft.tables()) {
            for (ReferenceCandidate candidate : candidates(table)) {
                SuggestedReference named = candidate.apart().isEmpty() ? byName(candidate) : null;
                if (named == null) {
                    open.add(candidate);
                } else {
                    found.add(named);
                }
            }
        }
        found.forEach(named -> parents.refersTo(named.parent()));
        boolean more = true;
        while (more) {
            List<ReferenceCandidate> before = List.copyOf(open);
            List<SuggestedReference> next = byValuesOrKinds(open);
            before.stream()
                    .filter(candidate -> !open.contains(candidate) && isConditional(candidate, next))
                    .forEach(conditional::add);
            // where nobody was known to lead, others may lead too
            more = next.stream().anyMatch(one -> parents.references(one.parent()) == 0);
            next.forEach(one -> parents.refersTo(one.parent()));
            found.addAll(next);
        }
        found.addAll(sisters.of(open, found));
        again(conditional, found);
        // ids that mean the same everywhere stay, and so does what holds them
        found.removeIf(suggestion -> parents.stay(suggestion.parent()));
        new UnknownIds(parents, fits, findings).look(open, found);
        found.sort(Comparator.comparing(suggestion -> suggestion.child().toString()));
        return found;
    }

    private static boolean isConditional(ReferenceCandidate candidate, List<SuggestedReference> found) {
        return found.stream().anyMatch(one -> one.when() != null && one.child().equals(candidate.name()));
    }

    /** Under some conditions columns may lead to tables of which it was only found later that others lead there. */
    private void again(List<ReferenceCandidate> conditional, List<SuggestedReference> found) throws SQLException {
        for (ReferenceCandidate candidate : conditional) {
            List<SuggestedReference> again = byValuesOrKinds(candidate);
            long before = found.stream()
                    .filter(one -> one.child().equals(candidate.name()))
                    .count();
            if (again.size() > before) {
                found.removeIf(one -> one.child().equals(candidate.name()));
                found.addAll(again);
            }
        }
    }

    /** Takes out of the candidates those of which something is known now. */
    private List<SuggestedReference> byValuesOrKinds(List<ReferenceCandidate> open) throws SQLException {
        Map<ReferenceCandidate, List<SuggestedReference>> found = new LinkedHashMap<>();
        for (ReferenceCandidate candidate : open) {
            List<SuggestedReference> suggested = byValuesOrKinds(candidate);
            if (!suggested.isEmpty()) {
                found.put(candidate, suggested);
            }
        }
        found.values().removeIf(suggested -> isRefusedElsewhere(suggested.get(0), open, found));
        open.removeAll(found.keySet());
        return found.values().stream().flatMap(List::stream).toList();
    }

    /** Whether a column of the same name does not lead there, where little but the values speaks for it. */
    private static boolean isRefusedElsewhere(
            SuggestedReference one,
            List<ReferenceCandidate> open,
            Map<ReferenceCandidate, List<SuggestedReference>> found) {
        boolean weak = one.when() == null
                && (one.likeness() == Likeness.ID || one.likeness() == Likeness.NONE)
                && !surprising(one.fit())
                && !IdName.of(one.child().column()).words().isEmpty();
        return weak
                && open.stream()
                        .filter(other -> other.column()
                                .name()
                                .equalsIgnoreCase(one.child().column()))
                        .anyMatch(other -> found.getOrDefault(other, List.of()).stream()
                                .noneMatch(another -> another.parent().equals(one.parent())));
    }

    private List<SuggestedReference> byValuesOrKinds(ReferenceCandidate candidate) throws SQLException {
        SuggestedReference guess = candidate.apart().isEmpty() ? byValues(candidate) : null;
        List<SuggestedReference> byKind = kinds.of(candidate, guess);
        return !byKind.isEmpty() ? byKind : guess == null ? List.of() : List.of(guess);
    }

    private List<ReferenceCandidate> candidates(TablePlan table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        Map<String, List<String>> apart = new LinkedHashMap<>();
        for (ColumnPlan column : table.columns()) {
            if (mayRefer(table, column)) {
                columns.add(column.column());
                apart.put(column.name(), conditions(table, column));
            }
        }
        // what the main server alone gives keeps its ids
        if (columns.isEmpty() || !table.copiedFromByClass(2)) {
            return List.of();
        }
        Map<String, ReferenceCandidate> found = new LinkedHashMap<>();
        columns.forEach(column -> found.put(
                column.name(),
                new ReferenceCandidate(
                        table, column, apart.getOrDefault(column.name(), List.of()), new LinkedHashMap<>())));
        for (SourcePlan source : draft.sources()) {
            if (game.table(source, table.name()).isPresent()) {
                samples.of(table, source, columns, apart).forEach((name, numbers) -> {
                    ReferenceCandidate candidate = found.get(name);
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
    private static boolean isFlag(ReferenceCandidate candidate) {
        return candidate.column().type().toLowerCase(Locale.ROOT).startsWith("tinyint")
                && candidate.values().values().stream()
                        .allMatch(numbers -> numbers.first() >= 0 && numbers.last() <= 1);
    }

    /** Whether it is not known where a column leads, or only under some conditions. */
    private boolean mayRefer(TablePlan table, ColumnPlan column) {
        return column.column().kind() == Column.Kind.INTEGER
                && !column.column().autoIncrement()
                && column.remaps().stream().allMatch(remap -> remap.when() != null)
                && referencesOf(table, column)
                        .allMatch(reference ->
                                reference.when() != null && reference.columns().size() == 1);
    }

    private List<String> conditions(TablePlan table, ColumnPlan column) {
        return referencesOf(table, column)
                .map(ReferencePlan::when)
                .filter(Objects::nonNull)
                .toList();
    }

    private Stream<ReferencePlan> referencesOf(TablePlan table, ColumnPlan column) {
        return draft.referencesOf(table.name()).stream()
                .filter(reference -> reference.columns().contains(column.name()));
    }

    private Likeness likeness(ReferenceCandidate candidate, ColumnName parent) {
        return candidate.called().saysHowMany() ? Likeness.NONE : parents.likeness(candidate.name(), parent);
    }

    private @Nullable SuggestedReference byName(ReferenceCandidate candidate) throws SQLException {
        if (candidate.isOwnId()) {
            return null;
        }
        for (Likeness wanted : List.of(Likeness.SAME, Likeness.PART)) {
            List<SuggestedReference> fitting = new ArrayList<>();
            for (ColumnName parent : parents.forColumn(candidate.name())) {
                if (likeness(candidate, parent) == wanted) {
                    IdFit fit = fits.of(candidate.column(), candidate.values(), parent);
                    if (fit.wholeBut(ReferenceChoice.mostOrphans(wanted)) && nameIsEnough(candidate, parent, fit)) {
                        fitting.add(new SuggestedReference(candidate.name(), parent, null, wanted, fit, List.of()));
                    }
                }
            }
            if (!fitting.isEmpty()) {
                return choice.best(fitting);
            }
        }
        return null;
    }

    /** Half a name wants values that agree; a table's own key, as many of them as the other table has rows. */
    private boolean nameIsEnough(ReferenceCandidate candidate, ColumnName parent, IdFit fit) {
        boolean few = fit.surprisingNearby(SURPRISING_ANYWHERE)
                && !candidate.called().words().isEmpty();
        if (surprising(fit) || few) {
            return true;
        }
        if (isConstant(candidate)
                && !candidate.called().whole().equals(IdName.of(parent.column()).whole())) {
            return false;
        }
        if (candidate.called().words().isEmpty() && parents.isWholeKey(candidate.name())) {
            // what is called id is a table's own, unless there is one for most rows of the other
            return candidate.column().name().equalsIgnoreCase("id")
                    ? fit.reach() >= 0.9 && fit.values() >= LEAST_OF_AN_EXTENSION * most(candidate, parent)
                    : fit.spread(candidate.values().size());
        }
        return parents.isNamedWholly(candidate.name(), parent)
                || fit.spread(candidate.values().size());
    }

    private static boolean isConstant(ReferenceCandidate candidate) {
        return candidate.values().values().stream().allMatch(numbers -> numbers.first() == numbers.last())
                && candidate.values().values().stream().anyMatch(numbers -> numbers.mostOfOne() > MOST_OF_ONE_VALUE);
    }

    /** How many different ids can have been seen. */
    private long most(ReferenceCandidate candidate, ColumnName parent) {
        return candidate.values().keySet().stream()
                .mapToLong(source -> Math.min(2L * SampledIds.ROWS_AT_EACH_END, rows(parent, source)))
                .sum();
    }

    private long rows(ColumnName parent, SourcePlan source) {
        var rows = draft.table(parent.table()).rowsOf(source.number());
        return rows == null ? 0 : rows.total();
    }

    private @Nullable SuggestedReference byValues(ReferenceCandidate candidate) throws SQLException {
        List<SuggestedReference> fitting = new ArrayList<>();
        for (ColumnName parent : parents.forColumn(candidate.name())) {
            Likeness likeness = likeness(candidate, parent);
            boolean worthwhile = likeness == Likeness.ROLE
                    || likeness == Likeness.ID
                    || (likeness == Likeness.NONE && fits.mostSurprise(candidate.values(), parent) >= SURPRISING);
            boolean halfNamed = likeness == Likeness.ROLE && !candidate.called().isRole();
            if (worthwhile && (halfNamed || parents.plausible(parent))) {
                IdFit fit = fits.of(candidate.column(), candidate.values(), parent);
                if (convincing(candidate, likeness, fit, parent)) {
                    fitting.add(new SuggestedReference(candidate.name(), parent, null, likeness, fit, List.of()));
                }
            }
        }
        return fitting.isEmpty() ? null : choice.best(fitting);
    }

    /** The less the name says, the more the values must. */
    private boolean convincing(ReferenceCandidate candidate, Likeness likeness, IdFit fit, ColumnName parent) {
        if (!fit.wholeBut(ReferenceChoice.mostOrphans(likeness))) {
            return false;
        }
        boolean surprising = surprising(fit);
        int sources = candidate.values().size();
        boolean few = fit.values() < (long) FEWEST_WITHOUT_NAME * sources;
        return switch (likeness) {
            case SAME, PART -> true;
            case ROLE ->
                surprising
                        || fit.surprisingNearby(SURPRISING_ANYWHERE)
                        || (!few && fit.reach() >= 0.5)
                        || (!few && fit.whole() && candidate.called().isRole());
            case ID ->
                !isOwnId(candidate)
                        && fit.values() >= 20
                        && (surprising
                                || (fit.whole()
                                        && !candidate.isOwnKey()
                                        && !parents.isNamedAfterOther(candidate.name(), parent)
                                        && parents.references(parent) > 0
                                        && fit.spread(sources)));
            // numbers among ids without gaps are no evidence: levels and amounts are there as well
            case NONE -> fit.values() > 100 && surprising && !parents.isWholeKey(candidate.name());
        };
    }

    /** What is called a {@code guid} may be that of a row of another table, even if there is one row for each. */
    private static boolean isOwnId(ReferenceCandidate candidate) {
        boolean guid = candidate.called().words().isEmpty()
                && !candidate.column().name().equalsIgnoreCase("id");
        return candidate.isOwnKey() && !guid;
    }

    private static boolean surprising(IdFit fit) {
        return fit.surpriseDespiteOrphans() >= SURPRISING && fit.reach() >= 0.5;
    }

    // ------------------------------------------------------------------------------------------------------- report

    /** Whether a pattern would reach no table in which the column holds something else, or a reference that is declared. */
    private boolean alike(List<SuggestedReference> group, String tables) {
        SuggestedReference one = group.get(0);
        Set<String> suggested = group.stream().map(each -> each.child().table()).collect(Collectors.toSet());
        NamePattern pattern = NamePattern.of(tables);
        for (TablePlan table : draft.tables()) {
            boolean has = pattern.fits(table.name())
                    && game.mainTable(table.name()).find(one.child().column()).isPresent();
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

    private void reportPattern(List<SuggestedReference> group, String tables) {
        SuggestedReference first = group.get(0);
        String from = tables + "." + first.child().column();
        Set<Long> none = new TreeSet<>();
        group.forEach(each -> none.addAll(each.fit().none()));
        boolean certain = group.stream().anyMatch(SuggestedReference::certain) && parents.moves(first.parent());
        report(
                certain,
                from + " -> " + first.parent(),
                group.size() + " tables have this column, whose values are ids of " + first.parent()
                        + why(first, certain)
                        + SuggestedReference.line(tables, first.child().column(), first.parent(), none, null),
                group);
    }

    private void report(SuggestedReference suggestion) {
        boolean certain = suggestion.certain() && parents.moves(suggestion.parent());
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
        if (certain && group.stream().anyMatch(SuggestedReference::whateverTheSize)) {
            findings.error("REFERENCE_MISSING", subject, message, (long) group.size(), evidence);
        } else if (certain) {
            findings.note("REFERENCE_MISSING", subject, message, (long) group.size(), evidence);
        } else {
            findings.warning("REFERENCE_MISSING", subject, message, (long) group.size(), evidence);
        }
    }
}
