package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge.Tally;
import io.snowflakeid.merge.planning.draft.Tables;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
        Map<String, Map<String, Remap>> columns = domains.columnsOf(domain);
        for (SourcePlan source : draft.sources()) {
            found.add(ranges.read(domain, columns, source));
        }
        if (domain.mode() == IdMode.STATIC) {
            return with(domain, IdMode.STATIC, domain.why(), found);
        }
        IdPolicy policy = domains.policyOf(domain);
        if (policy == IdPolicy.OFFSET) {
            return offset(domain, found, "asked for", true);
        }
        if (policy == IdPolicy.MAP) {
            return map(domain, found, IdMode.MAP, "asked for");
        }
        return keepIfDisjoint(domain, found, policy);
    }

    private static IdDomain with(IdDomain domain, IdMode mode, String why, List<SourceIds> sources) {
        return new IdDomain(domain.number(), domain.name(), domain.roots(), mode, why, List.copyOf(sources));
    }

    // --------------------------------------------------------------------------------------------------------- keep

    private IdDomain keepIfDisjoint(IdDomain domain, List<SourceIds> found, IdPolicy policy) throws SQLException {
        if (apart(found)) {
            return with(domain, IdMode.KEEP, "ranges of the sources do not overlap", found);
        }
        Tally clashes = ranges.clashes(domain);
        boolean keepsOrphans = keepsOrphans(domain);
        if (clashes.clashes() == 0 && !keepsOrphans) {
            return with(domain, IdMode.KEEP, "no id is on two sources, compared one by one", found);
        }
        if (policy == IdPolicy.KEEP) {
            findings.error(
                    FindingCode.ID_CLASH,
                    domain.name(),
                    clashes.clashes() == 0
                            ? "ids are to be kept, but rows that refer to nothing are kept too and may meet another source's"
                                    + " row: let orphans be dropped or cleared, or set ids to offset"
                            : clashes.clashes()
                                    + " ids are on more than one source and are to be kept: set ids to auto, offset or"
                                    + " map, or to static if they mean the same there",
                    clashes.clashes(),
                    clashes.samples());
            return with(domain, IdMode.KEEP, "asked for", found);
        }
        String why = clashes.clashes() + " ids are on more than one source";
        IdDomain moved = offset(domain, found, why, false);
        return moved.mode() == IdMode.OFFSET
                ? moved
                : map(domain, found, clashing(clashes, found), why + "; " + moved.why());
    }

    private static boolean apart(List<SourceIds> found) {
        for (SourceIds one : found) {
            for (SourceIds other : found) {
                boolean both = one.least() <= one.greatest() && other.least() <= other.greatest();
                if (one.source() != other.source()
                        && both
                        && one.least() <= other.greatest()
                        && other.least() <= one.greatest()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean keepsOrphans(IdDomain domain) {
        return draft.references().stream()
                .anyMatch(reference -> reference.orphans() == Orphans.KEEP
                        && reference.orphanRows().stream().anyMatch(rows -> rows > 0)
                        && domain.roots().stream().anyMatch(root -> root.table().equals(reference.parent())));
    }

    /** A few clashes among many ids are replaced one by one. */
    private static IdMode clashing(Tally clashes, List<SourceIds> found) {
        long ids = found.stream().skip(1).mapToLong(SourceIds::ids).sum();
        return clashes.clashes() > 0 && clashes.clashes() * 2 < ids ? IdMode.MAP_CLASHES : IdMode.MAP;
    }

    // ------------------------------------------------------------------------------------------------------- offset

    private IdDomain offset(IdDomain domain, List<SourceIds> found, String why, boolean required) {
        IdRange allowed = allowed(domain);
        List<IdRange> taken = new ArrayList<>(reserved(domain));
        SourceIds main = found.get(0);
        if (main.least() <= main.greatest()) {
            taken.add(new IdRange(main.least(), main.greatest()));
        }
        long unit = unit(found);
        List<SourceIds> placed = new ArrayList<>(List.of(main));
        for (SourceIds ids : found.subList(1, found.size())) {
            long shift = ids.least() > ids.greatest() ? 0 : shift(ids, taken, allowed, unit);
            if (shift < 0) {
                String reason = "ids of source "
                        + draft.sources().get(ids.source() - 1).alias() + " (" + ids.least() + ".."
                        + ids.greatest() + ") cannot be moved beyond the others within " + domains.narrowestText(domain)
                        + ", which takes " + allowed.first() + ".." + allowed.last();
                if (required) {
                    findings.error(
                            FindingCode.ID_RANGE,
                            domain.name(),
                            reason + ": set ids to map, or widen the column on the main server");
                }
                return with(domain, required ? IdMode.OFFSET : IdMode.KEEP, reason, found);
            }
            if (ids.least() <= ids.greatest()) {
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
        for (long round = unit * (ids.source() - 1), tries = 0;
                tries < 1_000 && round > 0 && round <= allowed.last() - ids.greatest();
                round += unit, tries++) {
            if (free(ids, round, taken, allowed)) {
                return round;
            }
        }
        for (IdRange range : taken.stream()
                .sorted((one, other) -> Long.compare(one.last(), other.last()))
                .toList()) {
            if (range.last() < Long.MAX_VALUE) {
                long shift = range.last() + 1 - ids.least();
                if (shift >= 0 && shift <= allowed.last() - ids.greatest() && free(ids, shift, taken, allowed)) {
                    return shift;
                }
            }
        }
        return -1;
    }

    private static boolean free(SourceIds ids, long shift, List<IdRange> taken, IdRange allowed) {
        long first = ids.least() + shift;
        long last = ids.greatest() + shift;
        return first >= allowed.first()
                && last <= allowed.last()
                && taken.stream().noneMatch(range -> first <= range.last() && range.first() <= last);
    }

    private IdRange allowed(IdDomain domain) {
        long last = domains.capacity(domain);
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
        Stream<IdRange> none = domains.columnsOf(domain).values().stream()
                .flatMap(columns -> columns.values().stream())
                .flatMap(remap -> remap.none().stream())
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
    private IdDomain map(IdDomain domain, List<SourceIds> found, IdMode mode, String why) throws SQLException {
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
            long fresh = mode == IdMode.MAP ? ids.ids() : ranges.clashesWithEarlier(domain, ids.source());
            if (fresh == 0) {
                mapped.add(ids);
                continue;
            }
            next = afterReserved(domain, next, fresh);
            if (next <= 0 || next > allowed.last() - fresh + 1) {
                refuseFresh(domain, ids, fresh + " fresh ids", next + " and " + allowed.last());
                mapped.addAll(found.subList(mapped.size(), found.size()));
                break;
            }
            mapped.add(new SourceIds(ids.source(), fresh, ids.least(), ids.greatest(), 0, next, true));
            next += fresh;
        }
        return with(domain, mode, why, mapped);
    }

    private void refuseFresh(IdDomain domain, SourceIds ids, String fresh, String between) {
        findings.error(
                FindingCode.ID_RANGE,
                domain.name(),
                fresh + " for source " + draft.sources().get(ids.source() - 1).alias() + " do not fit between "
                        + between
                        + ", the greatest id of " + domains.narrowestText(domain)
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
