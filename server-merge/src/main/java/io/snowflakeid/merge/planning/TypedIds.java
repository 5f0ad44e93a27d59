package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.schema.Column;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks for integers that are an id below a type: {@code 0x4000 << 48 | id}. No reference can say so, so that a merge does not change them. */
final class TypedIds extends PlanCheck {

    private static final int SAMPLED_AT_EACH_END = 2_000;
    private static final long LEAST = 1L << 32;
    private static final int TYPE_BITS = 16;
    private static final int MOST_TYPES = 16;
    private static final int MOST_HIGH_PARTS = 8;
    private static final int LEAST_IDS = 10;
    private static final int SAMPLES = 3;

    private final SampledIds samples;
    private final MeantIds meant;

    TypedIds(Game game, MergePlan draft, Findings findings, MeantIds meant) {
        super(game, draft, findings);
        this.meant = meant;
        samples = new SampledIds(game);
    }

    /** Where in a number an id may stand. */
    private enum Bits {
        LOW_32(0, 32, "low 32 bits"),
        LOW_48(0, 48, "low 48 bits"),
        LOW_24(0, 24, "low 24 bits"),
        MIDDLE_24(24, 24, "bits 24 to 47");

        private final int from;
        private final int count;
        private final String words;

        Bits(int from, int count, String words) {
            this.from = from;
            this.count = count;
            this.words = words;
        }

        long id(long value) {
            return value >>> from & (1L << count) - 1;
        }

        long above(long value) {
            return value >>> (from + count);
        }
    }

    void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            List<ColumnPlan> wide =
                    table.columns().stream().filter(TypedIds::mayHoldOne).toList();
            if (table.copiedFromByClass(2) && !wide.isEmpty()) {
                look(table, wide);
            }
        }
    }

    private static boolean mayHoldOne(ColumnPlan column) {
        Long greatest = column.column().maximum();
        return column.column().kind() == Column.Kind.INTEGER
                && greatest != null
                && greatest > LEAST
                && !column.column().autoIncrement()
                && column.remaps().stream().allMatch(remap -> remap.when() != null);
    }

    private void look(TablePlan table, List<ColumnPlan> columns) throws SQLException {
        Map<ColumnPlan, Map<Long, Map<SourcePlan, Set<Long>>>> found = new HashMap<>();
        List<String> names = columns.stream().map(ColumnPlan::name).toList();
        for (SourcePlan source : draft.sources()) {
            samples.rows(table, source, names, SAMPLED_AT_EACH_END, row -> {
                for (int i = 0; i < columns.size(); i++) {
                    String text = row.getString(i + 1);
                    long value = text == null ? 0 : new BigInteger(text).longValue();
                    if (Long.compareUnsigned(value, LEAST) >= 0) {
                        found.computeIfAbsent(columns.get(i), column -> new TreeMap<>())
                                .computeIfAbsent(value >>> (Long.SIZE - TYPE_BITS), type -> new HashMap<>())
                                .computeIfAbsent(source, any -> new LinkedHashSet<>())
                                .add(value);
                    }
                }
            });
        }
        for (ColumnPlan column : columns) {
            Map<Long, Map<SourcePlan, Set<Long>>> byType = found.getOrDefault(column, Map.of());
            if (byType.size() <= MOST_TYPES) {
                for (Map<SourcePlan, Set<Long>> ofOneType : byType.values()) {
                    look(table, column, ofOneType);
                }
            }
        }
    }

    private void look(TablePlan table, ColumnPlan column, Map<SourcePlan, Set<Long>> values) throws SQLException {
        for (Bits bits : Bits.values()) {
            Set<Long> above = new TreeSet<>();
            Map<SourcePlan, Set<Long>> ids = new HashMap<>();
            long different = 0;
            for (Map.Entry<SourcePlan, Set<Long>> each : values.entrySet()) {
                Set<Long> own = new HashSet<>();
                each.getValue().forEach(value -> {
                    own.add(bits.id(value));
                    above.add(bits.above(value));
                });
                ids.put(each.getKey(), own);
                different += own.size();
            }
            if (above.size() <= MOST_HIGH_PARTS && !above.contains(0L) && different >= LEAST_IDS) {
                // the middle of a number is an id by its values alone, whatever the name says
                String word = bits == Bits.MIDDLE_24 ? EmbeddedNumbers.HASH : column.name();
                ColumnName parent = meant.of(table, List.of(word), ids);
                if (parent != null) {
                    report(table, column, bits, above, parent, values);
                    return;
                }
            }
        }
    }

    private void report(
            TablePlan table,
            ColumnPlan column,
            Bits bits,
            Set<Long> above,
            ColumnName parent,
            Map<SourcePlan, Set<Long>> values) {
        List<String> shown = new ArrayList<>();
        long count = 0;
        for (SourcePlan source : draft.sources()) {
            Set<Long> own = values.getOrDefault(source, Set.of());
            count += own.size();
            own.stream()
                    .limit(SAMPLES)
                    .filter(value -> shown.size() < SAMPLES)
                    .forEach(value -> shown.add(source.alias() + ": " + Long.toUnsignedString(value)));
        }
        findings.warning(
                "EMBEDDED_IDS",
                table.name() + "." + column.name(),
                count + " different values are ids of " + parent + " in their " + bits.words + ", below "
                        + String.join(", ", above.stream().map(TypedIds::hex).toList())
                        + (table.key().contains(column.name()) ? "; the column is part of the key" : "")
                        + ": these ids move, the column does not; make the table main-only, or correct it by SQL of your own after verify:"
                        + " the same bits above, and the new id by the view snowflake_merge_ids",
                count,
                List.copyOf(shown));
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }
}
