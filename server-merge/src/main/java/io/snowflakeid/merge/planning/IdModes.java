package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selects the simplest mode that makes the ids of a domain unique. */
final class IdModes {

    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Draft draft;
    private final Dialect dialect;
    private final IdDomain domain;
    private final List<IdColumn> columns;

    /** The id column with the smallest maximum value. */
    private final IdColumn narrowest;

    private final IdRange allowed;

    /** The numbers that are not allowed as new ids, for example reserved numbers. */
    private final List<IdRange> taken = new ArrayList<>();

    private final List<SourceIds> found = new ArrayList<>();

    /** A column with ids of the domain, and the rule for the ids. */
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
        columns = columns();
        narrowest = columns.stream()
                .min(Comparator.comparingLong(IdColumn::capacity))
                .orElseThrow();
        columns.forEach(column -> column.remap().none().forEach(value -> taken.add(new IdRange(value, value))));
        List<TableConfig> configs = domain.roots().stream()
                .map(root -> draft.configOf(root.table()))
                .toList();
        configs.forEach(config -> taken.addAll(config.reserved()));
        allowed = allowed(configs);
        for (SourcePlan source : draft.plan.sources()) {
            found.add(read(source));
        }
    }

    private List<IdColumn> columns() {
        return draft.plan.tables().stream()
                .flatMap(table -> table.columns().stream()
                        .flatMap(column -> column.remaps().stream()
                                .filter(remap -> remap.domain() == domain.number())
                                .map(remap -> new IdColumn(table, column, remap))))
                .toList();
    }

    private IdRange allowed(List<TableConfig> configs) {
        long first = Long.MIN_VALUE;
        long last = narrowest.capacity();
        for (TableConfig config : configs) {
            IdRange asked = config.idRange();
            first = asked == null ? first : Math.max(first, asked.first());
            last = asked == null ? last : Math.min(last, asked.last());
        }
        return new IdRange(Math.min(first, last), last);
    }

    static IdDomain decide(Draft draft, IdDomain domain) throws SQLException {
        IdModes modes = new IdModes(draft, domain);
        return switch (domain.mode()) {
            case OFFSET, MAP -> modes.moved(domain.mode(), domain.why());
            case KEEP -> modes.keptIfDisjoint();
            case STATIC -> domain.with(IdMode.STATIC, domain.why(), modes.found);
        };
    }

    /** Reads the smallest and the greatest id of a source from all columns of the domain, including references to missing rows. */
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
        boolean some = range.getCount() > 0;
        // with the rule keep-first, the merge replaces the ids of duplicate rows with the ids of the kept rows
        boolean led = !source.main() && !KeepFirst.leads(draft.plan, domain).isEmpty();
        return new SourceIds(
                source.number(), some ? ids : 0, some ? range.getMin() : 1, some ? range.getMax() : 0, 0, 0, led);
    }

    /** Extends {@code range} by the ids of a source table, and returns the table's row count. */
    private long read(TablePlan table, SourcePlan source, LongSummaryStatistics range) throws SQLException {
        List<IdColumn> own =
                columns.stream().filter(column -> column.table().equals(table)).toList();
        String select = Sql.join("", own, column -> {
            String raw = "s." + dialect.quote(column.column().name());
            return ", MIN(CASE WHEN %1$s THEN %2$s END), MAX(CASE WHEN %1$s THEN %2$s END)"
                    .formatted(draft.retention().applies(column.remap(), source, raw), raw);
        });
        String sql = "SELECT COUNT(*)" + select + draft.rows(table, source, List.of());
        List<@Nullable String> row = draft.ask(source, sql).get(0);
        for (int i = 1; i < row.size(); i++) {
            if (row.get(i) != null) {
                range.accept(id(own.get((i - 1) / 2), source, new BigDecimal(row.get(i))));
            }
        }
        return Long.parseLong(String.valueOf(row.get(0)));
    }

    /** Converts an id to a signed 64-bit number, and reports an id that is too large. */
    private long id(IdColumn column, SourcePlan source, BigDecimal id) {
        if (id.compareTo(GREATEST) > 0 && column.table().copiedFrom(source.number())) {
            String what = "id " + id + " is above " + GREATEST + ", the greatest that can be merged";
            draft.findings.add(FindingCode.ID_BEYOND_RANGE, source.alias() + "." + column, what);
        }
        return id.min(GREATEST).longValueExact();
    }

    private IdDomain keptIfDisjoint() throws SQLException {
        if (apart()) {
            return domain.with(IdMode.KEEP, "ranges of the sources do not overlap", found);
        }
        Found clashes = clashes();
        long orphans = keptOrphans();
        if (clashes.count() + orphans == 0) {
            return domain.with(IdMode.KEEP, "no id is on two sources, compared one by one", found);
        }
        String why = clashes.count() + " ids are on more than one source";
        if (domain.why().isEmpty()) {
            Placing offset = place(false);
            return offset.noRoom().isEmpty()
                    ? domain.with(IdMode.OFFSET, why, offset.sources())
                    : moved(IdMode.MAP, why + "; " + offset.noRoom());
        }
        String also = orphans == 0 ? "" : ", and " + orphans + " rows that refer to nothing may meet another source's";
        Found both = new Found(clashes.count() + orphans, clashes.samples());
        draft.findings.add(FindingCode.ID_CLASH, domain.name(), why + also + ", but ids are to be kept", both);
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

    /** Counts the ids that exist on several sources, and returns the smallest and the greatest id as examples. */
    private Found clashes() throws SQLException {
        String all = draft.plan.sources().stream()
                .map(this::ids)
                .filter(ids -> !ids.isEmpty())
                .map(ids -> "SELECT o.id FROM (" + ids + ") o")
                .collect(Collectors.joining(" UNION ALL "));
        List<@Nullable String> shared =
                draft.ask(draft.plan.source(1), """
                SELECT COUNT(*), MIN(c.id), MAX(c.id) FROM
                    (SELECT /*! SQL_BIG_RESULT */ u.id FROM (%s) u GROUP BY u.id HAVING COUNT(*) > 1) c
                """.formatted(all)).get(0);
        Stream<String> ends = shared.stream().skip(1).filter(Objects::nonNull).distinct();
        return new Found(Long.parseLong(String.valueOf(shared.get(0))), ends.toList());
    }

    /** Returns a query for the ids of a source, or an empty text if the source has no table of the domain. */
    private String ids(SourcePlan source) {
        return domain.roots().stream()
                .filter(root -> draft.table(source, root.table()).isPresent())
                .map(root -> "SELECT s.%1$s AS id FROM %2$s WHERE s.%1$s IS NOT NULL"
                        .formatted(
                                dialect.quote(root.column()),
                                RowSelect.rowsOf(dialect, draft.plan.table(root.table()), source, "s")))
                .collect(Collectors.joining(" UNION "));
    }

    /** Returns the number of rows that keep a reference to a missing row, and may therefore refer to another source's row. */
    private long keptOrphans() {
        return draft.plan.references().stream()
                .filter(reference -> reference.orphans() == Orphans.KEEP
                        && domain.roots().stream().anyMatch(root -> root.table().equals(reference.parent())))
                .flatMap(reference -> reference.orphanRows().stream())
                .mapToLong(rows -> rows)
                .sum();
    }

    private IdDomain moved(IdMode mode, String why) {
        Placing placing = place(mode == IdMode.MAP);
        if (!placing.noRoom().isEmpty()) {
            draft.findings.add(FindingCode.ID_RANGE, domain.name(), placing.noRoom());
        }
        return domain.with(mode, why, placing.sources());
    }

    /** The new id ranges of all sources. If no free id range is large enough for a source, {@code noRoom} contains an error message. */
    private record Placing(List<SourceIds> sources, String noRoom) {}

    /** Finds a free range for each source except the main server. If {@code fresh} is true, a range contains exactly one new id for each old id. */
    private Placing place(boolean fresh) {
        List<SourceIds> placed = new ArrayList<>(found.subList(0, 1));
        List<IdRange> used = used(fresh);
        for (SourceIds ids : found.subList(1, found.size())) {
            long width = fresh ? ids.ids() : ids.greatest() - ids.least() + 1;
            OptionalLong first =
                    fresh ? free(used, 1, width, LongStream.empty()) : free(used, ids.least(), width, roundPlaces(ids));
            if (fresh ? width == 0 : ids.least() > ids.greatest()) {
                placed.add(ids);
            } else if (first.isPresent()) {
                long to = first.getAsLong();
                used.add(new IdRange(to, to + width - 1));
                placed.add(fresh ? ids.moved(0, to, true) : ids.moved(to - ids.least(), 0, ids.mapped()));
            } else {
                return new Placing(found, noRoom(ids));
            }
        }
        return new Placing(placed, "");
    }

    /** Returns the ranges that new ids must not overlap. If {@code fresh} is true, new ids must be greater than the main server's ids. */
    private List<IdRange> used(boolean fresh) {
        List<IdRange> used = new ArrayList<>(taken);
        SourceIds main = found.get(0);
        if (fresh) {
            used.add(new IdRange(Long.MIN_VALUE, lastStaying()));
        } else if (main.least() <= main.greatest()) {
            used.add(new IdRange(main.least(), main.greatest()));
        }
        return used;
    }

    private String noRoom(SourceIds ids) {
        String source = draft.plan.source(ids.source()).alias() + " (" + ids.ids() + " from " + ids.least() + " to "
                + ids.greatest() + ")";
        return "no numbers in a row are free for the ids of source " + source + " within " + narrowest + " ("
                + narrowest.column().column().type() + "), which takes " + allowed.first() + ".." + allowed.last();
    }

    /** Returns candidates for the first new id. Old and new ids have equal last digits, because the offset is a multiple of a power of ten. */
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

    private OptionalLong free(List<IdRange> used, long least, long width, LongStream places) {
        LongStream behind = used.stream()
                .mapToLong(IdRange::last)
                .filter(last -> last < Long.MAX_VALUE)
                .map(last -> last + 1)
                .sorted();
        return LongStream.concat(places, behind)
                // if the subtraction overflows, the difference is negative
                .filter(first -> first >= Math.max(least, allowed.first()) && first - least >= 0)
                // after an overflow, the last number of the range is less than the first number
                .filter(first -> first <= first + width - 1 && first + width - 1 <= allowed.last())
                .filter(first ->
                        used.stream().noneMatch(range -> first <= range.last() && range.first() <= first + width - 1))
                .findFirst();
    }

    /**
     * Returns a number that is less than all new ids. New ids begin after the auto-increment counters if possible, because logs may contain ids of
     * deleted rows.
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
