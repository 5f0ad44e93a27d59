package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Decides how the ids of one domain are made unique: the cheapest way that is right. */
final class IdModes {

    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Draft draft;
    private final Dialect dialect;
    private final IdDomain domain;

    /** Each column that holds such ids. */
    private final List<IdColumn> columns;

    /** The one that takes the least numbers, and those of them that the operator allows. */
    private final IdColumn narrowest;

    private final IdRange allowed;

    /** What no moved id may become. */
    private final List<IdRange> taken = new ArrayList<>();

    private final List<SourceIds> found = new ArrayList<>();

    /** A column that holds ids of the domain, if the condition holds. */
    private record IdColumn(TablePlan table, ColumnPlan column, Remap remap) {

        long capacity() {
            Long maximum = column.column().maximum();
            return maximum == null ? Long.MAX_VALUE : maximum;
        }

        @Override
        public String toString() {
            return table.name() + "." + column.name();
        }
    }

    private IdModes(Draft draft, IdDomain domain) throws SQLException {
        this.draft = draft;
        this.domain = domain;
        dialect = draft.dialect;
        columns = draft.plan.tables().stream()
                .flatMap(table -> table.columns().stream()
                        .flatMap(column -> column.remaps().stream()
                                .filter(remap -> remap.domain() == domain.number())
                                .map(remap -> new IdColumn(table, column, remap))))
                .toList();
        narrowest = columns.stream()
                .min(Comparator.comparingLong(IdColumn::capacity))
                .orElseThrow();
        long first = Long.MIN_VALUE;
        long last = narrowest.capacity();
        for (ColumnName root : domain.roots()) {
            TableConfig config = draft.configOf(root.table());
            IdRange asked = config.idRange();
            first = asked == null ? first : Math.max(first, asked.first());
            last = asked == null ? last : Math.min(last, asked.last());
            taken.addAll(config.reserved());
        }
        allowed = new IdRange(Math.min(first, last), last);
        // a value that stands for no id must not become one
        columns.forEach(column -> column.remap().none().forEach(value -> taken.add(new IdRange(value, value))));
        for (SourcePlan source : draft.plan.sources()) {
            found.add(read(source));
        }
    }

    static IdDomain decide(Draft draft, IdDomain domain) throws SQLException {
        IdModes modes = new IdModes(draft, domain);
        IdDomain decided =
                switch (domain.mode()) {
                    case OFFSET -> modes.offset(domain.why(), true);
                    case MAP -> modes.map(domain.why());
                    case KEEP -> modes.keepIfDisjoint();
                    case STATIC -> domain.with(IdMode.STATIC, domain.why(), modes.found);
                };
        // ids of rows that another one is kept for are looked up first
        return KeepFirst.leads(draft.plan, domain).isEmpty()
                ? decided
                : decided.with(
                        decided.mode(),
                        decided.why(),
                        decided.sources().stream()
                                .map(ids -> ids.source() == 1 ? ids : ids.lookedUp())
                                .toList());
    }

    // --------------------------------------------------------------------------------------------------------- read

    /** The least and the greatest id of a source in all columns of the domain: also one that refers to nothing takes room. */
    private SourceIds read(SourcePlan source) throws SQLException {
        LongSummaryStatistics range = new LongSummaryStatistics();
        long ids = 0;
        for (TablePlan table : columns.stream().map(IdColumn::table).distinct().toList()) {
            boolean root =
                    domain.roots().stream().anyMatch(column -> column.table().equals(table.name()));
            if (root ? table.rowsOf(source.number()) != null : table.copiedFrom(source.number())) {
                long rows = read(table, source, range);
                ids += root ? rows : 0;
            }
        }
        return range.getCount() == 0
                ? new SourceIds(source.number(), 0, 1, 0, 0, 0, false)
                : new SourceIds(source.number(), ids, range.getMin(), range.getMax(), 0, 0, false);
    }

    /** Adds the ids of a table to the range, and returns how many rows it has. */
    private long read(TablePlan table, SourcePlan source, LongSummaryStatistics range) throws SQLException {
        List<IdColumn> own =
                columns.stream().filter(column -> column.table().equals(table)).toList();
        StringBuilder select = new StringBuilder("SELECT COUNT(*)");
        for (IdColumn column : own) {
            String raw = "s." + dialect.quote(column.column().name());
            String isId = draft.survival().applies(column.remap(), source, raw);
            select.append(
                    ", MIN(CASE WHEN %1$s THEN %2$s END), MAX(CASE WHEN %1$s THEN %2$s END)".formatted(isId, raw));
        }
        List<@Nullable String> row =
                draft.ask(source, select + draft.rows(table, source, List.of())).get(0);
        for (int i = 1; i < row.size(); i++) {
            String text = row.get(i);
            if (text != null) {
                BigDecimal id = new BigDecimal(text);
                range.accept(id.min(GREATEST).longValueExact());
                if (id.compareTo(GREATEST) > 0 && table.copiedFrom(source.number())) {
                    refuse(own.get((i - 1) / 2), source, id);
                }
            }
        }
        return Long.parseLong(String.valueOf(row.get(0)));
    }

    /** Ids of MySQL and MariaDB may be greater than any number of 64 bits with a sign, and cannot be moved then. */
    private void refuse(IdColumn column, SourcePlan source, BigDecimal id) {
        draft.findings.add(
                FindingCode.ID_BEYOND_RANGE,
                source.alias() + "." + column,
                "id " + id + " is above " + GREATEST + ", the greatest that can be merged");
    }

    /** Which ids are on more than one source, compared one by one: each once for each source, which takes one session. */
    private Tally clashes() throws SQLException {
        Map<SourcePlan, String> queries = new LinkedHashMap<>();
        for (SourcePlan source : draft.plan.sources()) {
            String ids = domain.roots().stream()
                    .filter(root -> draft.table(source, root.table()).isPresent())
                    .map(root -> "SELECT s.%1$s AS id FROM %2$s WHERE s.%1$s IS NOT NULL"
                            .formatted(
                                    dialect.quote(root.column()),
                                    RowSelect.rowsOf(dialect, draft.plan.table(root.table()), source, "s")))
                    .collect(Collectors.joining(" UNION "));
            if (!ids.isEmpty()) {
                queries.put(source, ids + " ORDER BY 1");
            }
        }
        return new KeyMerge(draft.sessions, 1, queries).tally(false, group -> {});
    }

    // --------------------------------------------------------------------------------------------------------- keep

    private IdDomain keepIfDisjoint() throws SQLException {
        if (apart()) {
            return domain.with(IdMode.KEEP, "ranges of the sources do not overlap", found);
        }
        Tally tally = clashes();
        boolean orphans = keepsOrphans();
        if (tally.clashes() == 0 && !orphans) {
            return domain.with(IdMode.KEEP, "no id is on two sources, compared one by one", found);
        }
        String why = tally.clashes() + " ids are on more than one source";
        if (!domain.why().isEmpty()) {
            draft.findings.add(
                    FindingCode.ID_CLASH,
                    domain.name(),
                    why + (orphans ? ", and rows that refer to nothing may meet another source's" : "")
                            + ", but ids are to be kept",
                    tally.clashes(),
                    tally.samples());
            return domain.with(IdMode.KEEP, domain.why(), found);
        }
        IdDomain moved = offset(why, false);
        return moved.mode() == IdMode.OFFSET ? moved : map(why + "; " + moved.why());
    }

    private boolean apart() {
        List<SourceIds> sorted = found.stream()
                .filter(ids -> ids.least() <= ids.greatest())
                .sorted(Comparator.comparingLong(SourceIds::least))
                .toList();
        return IntStream.range(1, sorted.size())
                .allMatch(i -> sorted.get(i - 1).greatest() < sorted.get(i).least());
    }

    /** How many numbers lie between the least and the greatest id, both included; 0 without any. */
    private static long width(SourceIds ids) {
        return ids.greatest() - ids.least() + 1;
    }

    /** Such an id may meet another source's row. */
    private boolean keepsOrphans() {
        return draft.plan.references().stream()
                .anyMatch(reference -> reference.orphans() == Orphans.KEEP
                        && reference.orphanRows().stream().anyMatch(rows -> rows > 0)
                        && domain.roots().stream().anyMatch(root -> root.table().equals(reference.parent())));
    }

    // ------------------------------------------------------------------------------------------------------- offset

    /** With the reason why there is no room, where none is required. */
    private IdDomain offset(String why, boolean required) {
        int reserved = taken.size();
        List<SourceIds> placed = new ArrayList<>();
        for (SourceIds ids : found) {
            OptionalLong first = ids.source() == 1 || width(ids) == 0
                    ? OptionalLong.of(ids.least())
                    : free(ids.least(), width(ids), roundPlaces(ids));
            if (first.isEmpty()) {
                String reason = "ids of source " + alias(ids) + " (" + ids.least() + ".." + ids.greatest()
                        + ") cannot be moved beyond the others within " + shownNarrowest() + ", which takes "
                        + allowed.first() + ".." + allowed.last();
                if (required) {
                    refuse(reason);
                }
                taken.subList(reserved, taken.size()).clear();
                return domain.with(required ? IdMode.OFFSET : IdMode.KEEP, reason, found);
            }
            take(first.getAsLong(), width(ids));
            placed.add(ids.shifted(first.getAsLong() - ids.least()));
        }
        return domain.with(IdMode.OFFSET, why, placed);
    }

    private void refuse(String noRoom) {
        draft.findings.add(FindingCode.ID_RANGE, domain.name(), noRoom);
    }

    private String shownNarrowest() {
        return narrowest + " (" + narrowest.column().column().type() + ")";
    }

    private String alias(SourceIds ids) {
        return draft.plan.source(ids.source()).alias();
    }

    private void take(long first, long width) {
        if (width != 0) {
            taken.add(new IdRange(first, first + width - 1));
        }
    }

    /** Moved by multiples of a power of ten above all ids, so that a moved one still shows the old one. */
    private LongStream roundPlaces(SourceIds ids) {
        long greatest = found.stream().mapToLong(SourceIds::greatest).max().orElse(0);
        long unit = LongStream.iterate(10, power -> power * 10)
                .filter(power -> power > greatest || power >= Long.MAX_VALUE / 100)
                .findFirst()
                .orElseThrow();
        long room = allowed.last() - ids.greatest();
        return LongStream.iterate(unit * (ids.source() - 1), shift -> shift > 0 && shift <= room, shift -> shift + unit)
                .limit(1_000)
                .map(shift -> ids.least() + shift);
    }

    /** The first of these places, or of those behind what is taken, from which on so many numbers are free and allowed. */
    private OptionalLong free(long least, long width, LongStream places) {
        LongStream behind = taken.stream()
                .mapToLong(IdRange::last)
                .filter(last -> last < Long.MAX_VALUE)
                .map(last -> last + 1)
                .sorted();
        return LongStream.concat(places, behind)
                .filter(first -> first >= Math.max(least, allowed.first()) && isFree(first, first + width - 1))
                .findFirst();
    }

    /** Where a range would end beyond all numbers, its end is below its beginning. */
    private boolean isFree(long first, long last) {
        return first <= last
                && last <= allowed.last()
                && taken.stream().noneMatch(range -> first <= range.last() && range.first() <= last);
    }

    // ---------------------------------------------------------------------------------------------------------- map

    /** Fresh ids follow one another above those that stay, and above those of deleted rows, which logs and players may still name. */
    private IdDomain map(String why) {
        List<SourceIds> mapped = new ArrayList<>(found);
        long last = lastStaying();
        taken.add(new IdRange(Long.MIN_VALUE, last));
        for (SourceIds ids : found) {
            if (ids.source() == 1 || ids.ids() == 0) {
                continue;
            }
            OptionalLong first = free(1, ids.ids(), LongStream.empty());
            if (first.isEmpty()) {
                refuse(ids.ids() + " fresh ids for source " + alias(ids) + " do not fit between " + last + " and "
                        + allowed.last() + ", the greatest id of " + shownNarrowest());
                return domain.with(IdMode.MAP, why, found);
            }
            last = first.getAsLong() + ids.ids() - 1;
            take(first.getAsLong(), ids.ids());
            mapped.set(ids.source() - 1, ids.mapped(first.getAsLong()));
        }
        return domain.with(IdMode.MAP, why, mapped);
    }

    /** The greatest id of the main server, or that its counters have given out where that leaves room. */
    private long lastStaying() {
        long most = found.stream().skip(1).mapToLong(SourceIds::ids).sum();
        LongStream counted = domain.roots().stream()
                .map(root -> draft.mainTable(root.table()).nextAutoIncrement())
                .filter(Objects::nonNull)
                .mapToLong(next -> next - 1)
                .filter(last -> last < allowed.last() - most);
        return LongStream.concat(LongStream.of(found.get(0).greatest()), counted)
                .reduce(Math.max(allowed.first(), 1) - 1, Math::max);
    }
}
