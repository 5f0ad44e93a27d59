package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.DraftReader;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge;
import io.snowflakeid.merge.planning.draft.KeyMerge.Tally;
import io.snowflakeid.merge.planning.ids.Domains.IdColumn;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Decides how the ids of one domain are made unique: the cheapest way that is right. */
public final class IdModes extends DraftReader {

    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final IdDomain domain;
    private final List<SourceIds> found = new ArrayList<>();

    /** The column that takes the least numbers, and those of them that the operator allows. */
    private final IdColumn narrowest;

    private final IdRange allowed;

    /** What no moved id may become. */
    private final List<IdRange> taken = new ArrayList<>();

    private IdModes(Game game, MergePlan draft, Domains domains, IdDomain domain, Findings findings)
            throws SQLException {
        super(game, draft, findings);
        this.domain = domain;
        List<IdColumn> columns = domains.columnsOf(domain);
        for (SourcePlan source : draft.sources()) {
            found.add(read(columns, source));
        }
        narrowest = columns.stream()
                .min(Comparator.comparingLong(IdColumn::capacity))
                .orElseThrow();
        long first = Long.MIN_VALUE;
        long last = narrowest.capacity();
        for (TableConfig config :
                domain.roots().stream().map(root -> game.configOf(root.table())).toList()) {
            IdRange asked = config.idRange();
            first = asked == null ? first : Math.max(first, asked.first());
            last = asked == null ? last : Math.min(last, asked.last());
            taken.addAll(config.reserved());
        }
        allowed = new IdRange(Math.min(first, last), last);
        // a value that stands for no id must not become one
        columns.forEach(column -> column.remap().none().forEach(value -> taken.add(new IdRange(value, value))));
    }

    public static IdDomain decide(Game game, MergePlan draft, Domains domains, IdDomain domain, Findings findings)
            throws SQLException {
        IdModes modes = new IdModes(game, draft, domains, domain, findings);
        return switch (domain.mode()) {
            case OFFSET -> modes.offset(domain.why(), true);
            case MAP -> modes.map(IdMode.MAP, domain.why(), SourceIds::ids);
            case KEEP -> modes.keepIfDisjoint();
            case STATIC, MAP_CLASHES -> domain.withSources(modes.found);
        };
    }

    private IdDomain with(IdMode mode, String why, List<SourceIds> sources) {
        return new IdDomain(domain.number(), domain.name(), domain.roots(), mode, why, List.copyOf(sources));
    }

    // --------------------------------------------------------------------------------------------------------- read

    /** The least and the greatest id of a source in all columns of the domain: also one that refers to nothing takes room. */
    private SourceIds read(List<IdColumn> columns, SourcePlan source) throws SQLException {
        LongSummaryStatistics range = new LongSummaryStatistics();
        long ids = 0;
        for (TablePlan table : draft.tables()) {
            boolean root =
                    domain.roots().stream().anyMatch(column -> column.table().equals(table.name()));
            List<IdColumn> own = columns.stream()
                    .filter(column -> column.name().table().equals(table.name()))
                    .toList();
            if (!own.isEmpty()
                    && table.rowsOf(source.number()) != null
                    && (root || table.copiedFromByClass(source.number()))) {
                long rows = read(table, own, source, range);
                ids += root ? rows : 0;
            }
        }
        return range.getCount() == 0
                ? new SourceIds(source.number(), 0, 1, 0, 0, 0, false)
                : new SourceIds(source.number(), ids, range.getMin(), range.getMax(), 0, 0, false);
    }

    /** Adds the ids of a table to the range, and returns how many rows it has. */
    private long read(TablePlan table, List<IdColumn> columns, SourcePlan source, LongSummaryStatistics range)
            throws SQLException {
        Survival values = new Survival(draft, dialect);
        StringBuilder select = new StringBuilder("SELECT COUNT(*)");
        for (IdColumn column : columns) {
            String raw = "s." + dialect.quote(column.name().column());
            String isId = values.applies(column.remap(), source, raw);
            select.append(
                    ", MIN(CASE WHEN %1$s THEN %2$s END), MAX(CASE WHEN %1$s THEN %2$s END)".formatted(isId, raw));
        }
        select.append(" FROM ").append(SourceTable.rows(dialect, table, source, "s"));
        List<@Nullable String> row = game.rows(source, select.toString()).get(0);
        for (int i = 1; i < row.size(); i++) {
            String text = row.get(i);
            if (text != null) {
                BigDecimal id = new BigDecimal(text);
                range.accept(id.min(GREATEST).longValueExact());
                if (id.compareTo(GREATEST) > 0 && table.copiedFrom(source.number())) {
                    refuse(columns.get((i - 1) / 2).name(), source, id);
                }
            }
        }
        return Long.parseLong(String.valueOf(row.get(0)));
    }

    /** Ids of MySQL and MariaDB may be greater than any number of 64 bits with a sign, and cannot be moved then. */
    private void refuse(ColumnName column, SourcePlan source, BigDecimal id) {
        findings.error(
                FindingCode.ID_BEYOND_RANGE,
                source.alias() + "." + column,
                "id " + id + " is above " + GREATEST
                        + ", the greatest that can be merged: give such rows smaller ids on the source; if such values are no ids,"
                        + " as where a type is in the high bits, give the reference a condition such as when: \""
                        + column.column() + " < 4294967296\"");
    }

    /** Which ids are on more than one source, compared one by one: each once for each source, which takes one session. */
    private Tally clashes() throws SQLException {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            String ids = domain.roots().stream()
                    .filter(root -> game.table(source, root.table()).isPresent())
                    .map(root -> "SELECT s.%1$s AS id FROM %2$s WHERE s.%1$s IS NOT NULL"
                            .formatted(
                                    dialect.quote(root.column()),
                                    SourceTable.rows(dialect, draft.table(root.table()), source, "s")))
                    .collect(Collectors.joining(" UNION "));
            if (!ids.isEmpty()) {
                merge.add(source, ids + " ORDER BY 1");
            }
        }
        return merge.tally(1);
    }

    /** The greatest number that a source's counters have given out, also to rows that are gone; 0 without one. */
    private long counted(int source) {
        return domain.roots().stream()
                .flatMap(root -> game.table(draft.sources().get(source - 1), root.table()).stream())
                .map(Table::nextAutoIncrement)
                .filter(Objects::nonNull)
                .mapToLong(next -> next - 1)
                .max()
                .orElse(0);
    }

    // --------------------------------------------------------------------------------------------------------- keep

    private IdDomain keepIfDisjoint() throws SQLException {
        if (apart()) {
            return with(IdMode.KEEP, "ranges of the sources do not overlap", found);
        }
        Tally tally = clashes();
        boolean orphans = keepsOrphans();
        if (tally.clashes() == 0 && !orphans) {
            return with(IdMode.KEEP, "no id is on two sources, compared one by one", found);
        }
        String why = tally.clashes() + " ids are on more than one source";
        if (!domain.why().isEmpty()) {
            findings.error(
                    FindingCode.ID_CLASH,
                    domain.name(),
                    why + (orphans ? ", and rows that refer to nothing may meet another source's" : "")
                            + ", but ids are to be kept: set ids to auto, offset or map, or to static if they mean the same"
                            + " there" + (orphans ? ", or let orphans be dropped or cleared" : ""),
                    tally.clashes(),
                    tally.samples());
            return domain.withSources(found);
        }
        IdDomain moved = offset(why, false);
        if (moved.mode() == IdMode.OFFSET) {
            return moved;
        }
        why += "; " + moved.why();
        // a few clashes among many ids are replaced one by one
        long ids = found.stream().skip(1).mapToLong(SourceIds::ids).sum();
        return tally.clashes() > 0 && tally.clashes() * 2 < ids
                ? map(IdMode.MAP_CLASHES, why, each -> tally.again().getOrDefault(each.source(), 0L))
                : map(IdMode.MAP, why, SourceIds::ids);
    }

    private boolean apart() {
        List<SourceIds> sorted = found.stream()
                .filter(ids -> !isEmpty(ids))
                .sorted(Comparator.comparingLong(SourceIds::least))
                .toList();
        return IntStream.range(1, sorted.size())
                .allMatch(i -> sorted.get(i - 1).greatest() < sorted.get(i).least());
    }

    private static boolean isEmpty(SourceIds ids) {
        return ids.least() > ids.greatest();
    }

    /** Such an id may meet another source's row. */
    private boolean keepsOrphans() {
        return draft.references().stream()
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
            if (isEmpty(ids)) {
                placed.add(ids);
                continue;
            }
            long width = ids.greatest() - ids.least() + 1;
            OptionalLong first =
                    ids.source() == 1 ? OptionalLong.of(ids.least()) : free(ids.least(), width, roundPlaces(ids));
            if (first.isEmpty()) {
                String reason = "ids of source " + alias(ids) + " (" + ids.least() + ".." + ids.greatest()
                        + ") cannot be moved beyond the others within " + narrowest + ", which takes " + allowed.first()
                        + ".." + allowed.last();
                if (required) {
                    findings.error(
                            FindingCode.ID_RANGE,
                            domain.name(),
                            reason + ": set ids to map, or widen the column on the main server");
                }
                taken.subList(reserved, taken.size()).clear();
                return with(required ? IdMode.OFFSET : IdMode.KEEP, reason, found);
            }
            taken.add(new IdRange(first.getAsLong(), first.getAsLong() + width - 1));
            placed.add(ids.shifted(first.getAsLong() - ids.least()));
        }
        return with(IdMode.OFFSET, why, placed);
    }

    private String alias(SourceIds ids) {
        return draft.sources().get(ids.source() - 1).alias();
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

    /** Fresh ids follow one another above all that stay, and above those of deleted rows, which logs and players may still name. */
    private IdDomain map(IdMode mode, String why, ToLongFunction<SourceIds> howMany) {
        long last = lastStaying(mode == IdMode.MAP ? found.subList(0, 1) : found);
        taken.add(new IdRange(Long.MIN_VALUE, last));
        List<SourceIds> mapped = new ArrayList<>();
        for (SourceIds ids : found) {
            long fresh = ids.source() == 1 ? 0 : howMany.applyAsLong(ids);
            if (fresh == 0) {
                mapped.add(ids);
                continue;
            }
            OptionalLong first = free(1, fresh, LongStream.empty());
            if (first.isEmpty()) {
                findings.error(
                        FindingCode.ID_RANGE,
                        domain.name(),
                        fresh + " fresh ids for source " + alias(ids) + " do not fit between " + last + " and "
                                + allowed.last() + ", the greatest id of " + narrowest
                                + ": widen the column on the main server");
                return with(mode, why, found);
            }
            last = first.getAsLong() + fresh - 1;
            taken.add(new IdRange(first.getAsLong(), last));
            mapped.add(new SourceIds(ids.source(), fresh, ids.least(), ids.greatest(), 0, first.getAsLong(), true));
        }
        return with(mode, why, mapped);
    }

    /** The greatest id of these sources, or that their counters have given out where that leaves room. */
    private long lastStaying(List<SourceIds> staying) {
        long most = found.stream().skip(1).mapToLong(SourceIds::ids).sum();
        LongStream counted =
                staying.stream().mapToLong(ids -> counted(ids.source())).filter(last -> last < allowed.last() - most);
        return LongStream.concat(staying.stream().mapToLong(SourceIds::greatest), counted)
                .reduce(Math.max(allowed.first(), 1) - 1, Math::max);
    }
}
