package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge.Tally;
import io.snowflakeid.merge.planning.draft.Tables;
import io.snowflakeid.merge.planning.ids.Domains.IdColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Decides how the ids of each domain are made unique: the cheapest way that is right. */
public final class IdModes {

    private final MergePlan draft;
    private final Domains domains;
    private final Tables tables;
    private final Findings findings;
    private final IdRanges ranges;

    public IdModes(Game game, MergePlan draft, Domains domains, Tables tables, Findings findings) {
        this.draft = draft;
        this.domains = domains;
        this.tables = tables;
        this.findings = findings;
        ranges = new IdRanges(game, draft);
    }

    public IdDomain decide(IdDomain domain) throws SQLException {
        List<SourceIds> found = new ArrayList<>();
        List<IdColumn> columns = domains.columnsOf(domain);
        for (SourcePlan source : draft.sources()) {
            found.add(ranges.read(domain, columns, source));
        }
        return switch (domain.mode()) {
            case OFFSET -> offset(domain, found, domain.why(), true);
            case MAP -> map(domain, found, IdMode.MAP, domain.why(), SourceIds::ids);
            case KEEP -> keepIfDisjoint(domain, found);
            case STATIC, MAP_CLASHES -> domain.withSources(found);
        };
    }

    private static IdDomain with(IdDomain domain, IdMode mode, String why, List<SourceIds> sources) {
        return new IdDomain(domain.number(), domain.name(), domain.roots(), mode, why, List.copyOf(sources));
    }

    // --------------------------------------------------------------------------------------------------------- keep

    private IdDomain keepIfDisjoint(IdDomain domain, List<SourceIds> found) throws SQLException {
        if (apart(found)) {
            return with(domain, IdMode.KEEP, "ranges of the sources do not overlap", found);
        }
        Tally tally = ranges.clashes(domain);
        if (tally.clashes() == 0 && !keepsOrphans(domain)) {
            return with(domain, IdMode.KEEP, "no id is on two sources, compared one by one", found);
        }
        boolean asked = !domain.why().isEmpty();
        if (asked) {
            refuseToKeep(domain, tally);
            return domain.withSources(found);
        }
        String why = tally.clashes() + " ids are on more than one source";
        IdDomain moved = offset(domain, found, why, false);
        if (moved.mode() == IdMode.OFFSET) {
            return moved;
        }
        why += "; " + moved.why();
        // a few clashes among many ids are replaced one by one
        long ids = found.stream().skip(1).mapToLong(SourceIds::ids).sum();
        return tally.clashes() > 0 && tally.clashes() * 2 < ids
                ? map(
                        domain,
                        found,
                        IdMode.MAP_CLASHES,
                        why,
                        each -> tally.again().getOrDefault(each.source(), 0L))
                : map(domain, found, IdMode.MAP, why, SourceIds::ids);
    }

    private static boolean apart(List<SourceIds> found) {
        List<SourceIds> sorted = found.stream()
                .filter(ids -> ids.least() <= ids.greatest())
                .sorted(Comparator.comparingLong(SourceIds::least))
                .toList();
        return IntStream.range(1, sorted.size())
                .allMatch(i -> sorted.get(i - 1).greatest() < sorted.get(i).least());
    }

    private void refuseToKeep(IdDomain domain, Tally tally) {
        findings.error(
                FindingCode.ID_CLASH,
                domain.name(),
                tally.clashes() == 0
                        ? "ids are to be kept, but rows that refer to nothing are kept too and may meet another source's"
                                + " row: let orphans be dropped or cleared, or set ids to offset"
                        : tally.clashes()
                                + " ids are on more than one source and are to be kept: set ids to auto, offset or"
                                + " map, or to static if they mean the same there",
                tally.clashes(),
                tally.samples());
    }

    private boolean keepsOrphans(IdDomain domain) {
        return draft.references().stream()
                .anyMatch(reference -> reference.orphans() == Orphans.KEEP
                        && reference.orphanRows().stream().anyMatch(rows -> rows > 0)
                        && domain.roots().stream().anyMatch(root -> root.table().equals(reference.parent())));
    }

    // ------------------------------------------------------------------------------------------------------- offset

    private IdDomain offset(IdDomain domain, List<SourceIds> found, String why, boolean required) {
        IdRange allowed = allowed(domain);
        List<IdRange> taken = new ArrayList<>(reserved(domain));
        long unit = unit(found);
        List<SourceIds> placed = new ArrayList<>();
        for (SourceIds ids : found) {
            boolean empty = ids.least() > ids.greatest();
            long shift = empty || ids.source() == 1 ? 0 : shift(ids, taken, allowed, unit);
            if (shift < 0) {
                String reason = "ids of source "
                        + draft.sources().get(ids.source() - 1).alias() + " (" + ids.least() + ".."
                        + ids.greatest() + ") cannot be moved beyond the others within " + domains.narrowest(domain)
                        + ", which takes " + allowed.first() + ".." + allowed.last();
                if (required) {
                    findings.error(
                            FindingCode.ID_RANGE,
                            domain.name(),
                            reason + ": set ids to map, or widen the column on the main server");
                }
                return with(domain, required ? IdMode.OFFSET : IdMode.KEEP, reason, found);
            }
            if (!empty) {
                taken.add(new IdRange(ids.least() + shift, ids.greatest() + shift));
            }
            placed.add(ids.shifted(shift));
        }
        return with(domain, IdMode.OFFSET, why, placed);
    }

    /** A power of ten above all ids, so that a moved one still shows the old one. */
    private static long unit(List<SourceIds> found) {
        long greatest = found.stream().mapToLong(SourceIds::greatest).max().orElse(0);
        long unit = 10;
        while (unit <= greatest && unit < Long.MAX_VALUE / 100) {
            unit *= 10;
        }
        return unit;
    }

    /** A round one if it fits, else the next free one; -1 if there is none. */
    private static long shift(SourceIds ids, List<IdRange> taken, IdRange allowed, long unit) {
        long room = allowed.last() - ids.greatest();
        LongStream round = LongStream.iterate(
                        unit * (ids.source() - 1), shift -> shift > 0 && shift <= room, shift -> shift + unit)
                .limit(1_000);
        LongStream next = taken.stream()
                .mapToLong(IdRange::last)
                .filter(last -> last < Long.MAX_VALUE)
                .sorted()
                .map(last -> last + 1 - ids.least())
                .filter(shift -> shift >= 0 && shift <= room);
        return LongStream.concat(round, next)
                .filter(shift -> free(ids, shift, taken, allowed))
                .findFirst()
                .orElse(-1);
    }

    private static boolean free(SourceIds ids, long shift, List<IdRange> taken, IdRange allowed) {
        long first = ids.least() + shift;
        long last = ids.greatest() + shift;
        return first >= allowed.first()
                && last <= allowed.last()
                && taken.stream().noneMatch(range -> first <= range.last() && range.first() <= last);
    }

    private IdRange allowed(IdDomain domain) {
        long last = domains.narrowest(domain).capacity();
        long first = Long.MIN_VALUE;
        for (ColumnName root : domain.roots()) {
            TableConfig config = tables.configOf(root.table());
            if (config.idRange() != null) {
                first = Math.max(first, config.idRange().first());
                last = Math.min(last, config.idRange().last());
            }
        }
        return first <= last ? new IdRange(first, last) : new IdRange(last, last);
    }

    private List<IdRange> reserved(IdDomain domain) {
        // a value that stands for no id must not become one
        Stream<IdRange> none = domains.columnsOf(domain).stream()
                .flatMap(column -> column.remap().none().stream())
                .map(value -> new IdRange(value, value));
        return Stream.concat(
                        none,
                        domain.roots().stream().flatMap(root -> tables.configOf(root.table()).reserved().stream()))
                .distinct()
                .sorted(Comparator.comparingLong(IdRange::first))
                .toList();
    }

    // ---------------------------------------------------------------------------------------------------------- map

    /** Fresh ids follow one another above all that stay, and above those of deleted rows, which somebody may have noted. */
    private IdDomain map(
            IdDomain domain, List<SourceIds> found, IdMode mode, String why, ToLongFunction<SourceIds> howMany) {
        if (keepsOrphans(domain)) {
            findings.error(
                    FindingCode.ORPHANS_UNMAPPABLE,
                    domain.name(),
                    "ids get fresh ones, and rows that refer to nothing are to be kept: there is no fresh id for what is not"
                            + " there; let these orphans be dropped or cleared");
        }
        IdRange allowed = allowed(domain);
        long next = firstFresh(domain, mode == IdMode.MAP ? found.subList(0, 1) : found, found, allowed);
        List<SourceIds> mapped = new ArrayList<>(List.of(found.get(0)));
        for (SourceIds ids : found.subList(1, found.size())) {
            long fresh = howMany.applyAsLong(ids);
            if (fresh == 0) {
                mapped.add(ids);
                continue;
            }
            next = afterReserved(domain, next, fresh);
            if (next <= 0 || next > allowed.last() - fresh + 1) {
                refuseFresh(domain, ids, fresh, next, allowed.last());
                mapped.addAll(found.subList(mapped.size(), found.size()));
                break;
            }
            mapped.add(new SourceIds(ids.source(), fresh, ids.least(), ids.greatest(), 0, next, true));
            next += fresh;
        }
        return with(domain, mode, why, mapped);
    }

    private void refuseFresh(IdDomain domain, SourceIds ids, long fresh, long first, long last) {
        findings.error(
                FindingCode.ID_RANGE,
                domain.name(),
                fresh + " fresh ids for source "
                        + draft.sources().get(ids.source() - 1).alias() + " do not fit between " + first + " and "
                        + last + ", the greatest id of " + domains.narrowest(domain)
                        + ": widen the column on the main server");
    }

    private long afterReserved(IdDomain domain, long from, long ids) {
        long next = from;
        for (IdRange reserved : reserved(domain)) {
            if (next <= reserved.last() && reserved.first() <= next + ids - 1) {
                next = reserved.last() + 1;
            }
        }
        return next;
    }

    /** Above the ids of these sources, and above what their counters have given out where that leaves room. */
    private long firstFresh(IdDomain domain, List<SourceIds> staying, List<SourceIds> found, IdRange allowed) {
        long next = Math.max(allowed.first(), 1);
        long most = found.stream().skip(1).mapToLong(SourceIds::ids).sum();
        for (SourceIds ids : staying) {
            next = Math.max(next, ids.greatest() + 1);
            long counted = ranges.counted(domain, ids.source());
            next = counted < allowed.last() - most ? Math.max(next, counted + 1) : next;
        }
        return next;
    }
}
