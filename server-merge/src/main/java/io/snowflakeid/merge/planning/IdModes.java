package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Sql;
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
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
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
            return Objects.requireNonNullElse(column.column().maximum(), Long.MAX_VALUE);
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
        allowed = allowed();
        // a value that stands for no id must not become one
        columns.forEach(column -> column.remap().none().forEach(value -> taken.add(new IdRange(value, value))));
        for (SourcePlan source : draft.plan.sources()) {
            found.add(read(source));
        }
    }

    /** Also notes what is reserved. */
    private IdRange allowed() {
        long first = Long.MIN_VALUE;
        long last = narrowest.capacity();
        for (ColumnName root : domain.roots()) {
            TableConfig config = draft.configOf(root.table());
            IdRange asked = config.idRange();
            first = asked == null ? first : Math.max(first, asked.first());
            last = asked == null ? last : Math.min(last, asked.last());
            taken.addAll(config.reserved());
        }
        return new IdRange(Math.min(first, last), last);
    }

    static IdDomain decide(Draft draft, IdDomain domain) throws SQLException {
        IdModes modes = new IdModes(draft, domain);
        IdDomain decided =
                switch (domain.mode()) {
                    case OFFSET, MAP -> modes.moved(domain.mode(), domain.why());
                    case KEEP -> modes.keptIfDisjoint();
                    case STATIC -> domain.with(IdMode.STATIC, domain.why(), modes.found);
                };
        if (KeepFirst.leads(draft.plan, domain).isEmpty()) {
            return decided;
        }
        // ids of rows that another one is kept for are looked up first
        List<SourceIds> lookedUp = decided.sources().stream()
                .map(ids -> ids.source() == 1 ? ids : ids.moved(ids.shift(), ids.freshFrom(), true))
                .toList();
        return decided.with(decided.mode(), decided.why(), lookedUp);
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
        String select = Sql.join("", own, column -> {
            String raw = "s." + dialect.quote(column.column().name());
            return ", MIN(CASE WHEN %1$s THEN %2$s END), MAX(CASE WHEN %1$s THEN %2$s END)"
                    .formatted(draft.survival().applies(column.remap(), source, raw), raw);
        });
        String sql = "SELECT COUNT(*)" + select + draft.rows(table, source, List.of());
        List<@Nullable String> row = draft.ask(source, sql).get(0);
        for (int i = 1; i < row.size(); i++) {
            BigDecimal id = row.get(i) == null ? null : new BigDecimal(row.get(i));
            if (id != null) {
                range.accept(id.min(GREATEST).longValueExact());
            }
            if (id != null && id.compareTo(GREATEST) > 0 && table.copiedFrom(source.number())) {
                refuse(own.get((i - 1) / 2), source, id);
            }
        }
        return Long.parseLong(String.valueOf(row.get(0)));
    }

    /** Ids of MySQL and MariaDB may be greater than any number of 64 bits with a sign, and cannot be moved then. */
    private void refuse(IdColumn column, SourcePlan source, BigDecimal id) {
        String what = "id " + id + " is above " + GREATEST + ", the greatest that can be merged";
        draft.findings.add(FindingCode.ID_BEYOND_RANGE, source.alias() + "." + column, what);
    }

    // --------------------------------------------------------------------------------------------------------- keep

    private IdDomain keptIfDisjoint() throws SQLException {
        if (apart()) {
            return domain.with(IdMode.KEEP, "ranges of the sources do not overlap", found);
        }
        Found clashes = clashes();
        boolean orphans = keepsOrphans();
        if (clashes.count() == 0 && !orphans) {
            return domain.with(IdMode.KEEP, "no id is on two sources, compared one by one", found);
        }
        String why = clashes.count() + " ids are on more than one source";
        if (domain.why().isEmpty()) {
            List<SourceIds> placed = new ArrayList<>();
            String noRoom = place(IdMode.OFFSET, placed);
            return noRoom.isEmpty() ? domain.with(IdMode.OFFSET, why, placed) : moved(IdMode.MAP, why + "; " + noRoom);
        }
        String alsoOrphans = orphans ? ", and rows that refer to nothing may meet another source's" : "";
        String what = why + alsoOrphans + ", but ids are to be kept";
        draft.findings.add(FindingCode.ID_CLASH, domain.name(), what, clashes);
        return domain.with(IdMode.KEEP, domain.why(), found);
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

    /** Ids that more than one source has: their number, the least and the greatest. The hint, a comment to others, makes MySQL and MariaDB sort. */
    private Found clashes() throws SQLException {
        String all = draft.plan.sources().stream()
                .map(source -> domain.roots().stream()
                        .filter(root -> draft.table(source, root.table()).isPresent())
                        .map(root -> ids(root, source))
                        .collect(Collectors.joining(" UNION ")))
                .filter(ids -> !ids.isEmpty())
                .map(ids -> "SELECT o.id FROM (" + ids + ") o")
                .collect(Collectors.joining(" UNION ALL "));
        List<@Nullable String> shared =
                draft.ask(draft.plan.source(1), """
                SELECT COUNT(*), MIN(c.id), MAX(c.id) FROM
                    (SELECT /*! SQL_BIG_RESULT */ u.id FROM (%s) u GROUP BY u.id HAVING COUNT(*) > 1) c
                """.formatted(all)).get(0);
        return new Found(
                Long.parseLong(String.valueOf(shared.get(0))),
                shared.subList(1, 3).stream()
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList());
    }

    private String ids(ColumnName root, SourcePlan source) {
        String rows = RowSelect.rowsOf(dialect, draft.plan.table(root.table()), source, "s");
        return "SELECT s.%1$s AS id FROM %2$s WHERE s.%1$s IS NOT NULL".formatted(dialect.quote(root.column()), rows);
    }

    /** Such an id may meet another source's row. */
    private boolean keepsOrphans() {
        return draft.plan.references().stream()
                .anyMatch(reference -> reference.orphans() == Orphans.KEEP
                        && reference.orphanRows().stream().anyMatch(rows -> rows > 0)
                        && domain.roots().stream().anyMatch(root -> root.table().equals(reference.parent())));
    }

    // --------------------------------------------------------------------------------------------------------- move

    private IdDomain moved(IdMode mode, String why) {
        List<SourceIds> placed = new ArrayList<>();
        String noRoom = place(mode, placed);
        if (noRoom.isEmpty()) {
            return domain.with(mode, why, placed);
        }
        draft.findings.add(FindingCode.ID_RANGE, domain.name(), noRoom);
        return domain.with(mode, why, found);
    }

    /**
     * Finds room for the ids of each later source: for all that lie between its least and its greatest, or for fresh ones, which follow one
     * another above those that stay. Returns why there is no room for those of one, and else nothing.
     */
    private String place(IdMode mode, List<SourceIds> placed) {
        boolean fresh = mode == IdMode.MAP;
        SourceIds main = found.get(0);
        placed.add(main);
        List<IdRange> used = new ArrayList<>(taken);
        if (fresh || main.least() <= main.greatest()) {
            used.add(new IdRange(fresh ? Long.MIN_VALUE : main.least(), fresh ? lastStaying() : main.greatest()));
        }
        for (SourceIds ids : found.subList(1, found.size())) {
            long width = fresh ? ids.ids() : width(ids);
            if (width == 0) {
                placed.add(ids);
                continue;
            }
            OptionalLong first =
                    fresh ? free(used, 1, width, LongStream.empty()) : free(used, ids.least(), width, roundPlaces(ids));
            if (first.isEmpty()) {
                return noRoom(fresh, ids, used.get(used.size() - 1).last());
            }
            long to = first.getAsLong();
            used.add(new IdRange(to, to + width - 1));
            placed.add(fresh ? ids.moved(0, to, true) : ids.moved(to - ids.least(), 0, false));
        }
        return "";
    }

    private String noRoom(boolean fresh, SourceIds ids, long last) {
        String alias = draft.plan.source(ids.source()).alias();
        return (fresh
                        ? ids.ids() + " fresh ids for source " + alias + " do not fit above " + last
                        : "ids of source " + alias + " (" + ids.least() + ".." + ids.greatest()
                                + ") cannot be moved beyond the others")
                + " within " + narrowest + " (" + narrowest.column().column().type() + "), which takes "
                + allowed.first() + ".." + allowed.last();
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

    /** The first of these places, or of those behind what is used, from which on so many numbers are free and allowed. */
    private OptionalLong free(List<IdRange> used, long least, long width, LongStream places) {
        LongStream behind = used.stream()
                .mapToLong(IdRange::last)
                .filter(last -> last < Long.MAX_VALUE)
                .map(last -> last + 1)
                .sorted();
        return LongStream.concat(places, behind)
                .filter(first -> first >= Math.max(least, allowed.first()))
                // where a range would end beyond all numbers, its end is below its beginning
                .filter(first -> first <= first + width - 1 && first + width - 1 <= allowed.last())
                .filter(first ->
                        used.stream().noneMatch(range -> first <= range.last() && range.first() <= first + width - 1))
                .findFirst();
    }

    /**
     * The greatest id of the main server, or that its counters have given out where that leaves room: logs and players may still name deleted
     * rows.
     */
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
