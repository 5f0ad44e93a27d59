package io.snowflakeid.shardingsphere;

import io.snowflakeid.Gene;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;
import org.jspecify.annotations.Nullable;

/** Finds the target tables or databases for one condition or one inserted row. This class maps column values to logical shards. */
final class GeneRouting {

    private static final int VALUES_SHOWN = 3;

    private final GeneShardingSettings settings;
    private final String table;
    private final List<Column> columns = new ArrayList<>();

    /** A sharding column with its exact values and their shards. */
    private record Column(String name, boolean isId, Collection<?> values, Set<Integer> shards) {}

    GeneRouting(GeneShardingSettings settings, ComplexKeysShardingValue<Comparable<?>> condition) {
        this.settings = settings;
        table = condition.getLogicTableName();
        for (Map.Entry<String, Collection<Comparable<?>>> entry :
                new TreeMap<>(condition.getColumnNameAndShardingValuesMap()).entrySet()) {
            columns.add(column(entry.getKey(), entry.getValue()));
        }
        // The method isId rejects a column that is listed neither in id-columns nor in key-columns.
        condition.getColumnNameAndRangeValuesMap().keySet().forEach(this::isId);
    }

    private Column column(String name, Collection<Comparable<?>> values) {
        boolean isId = isId(name);
        Set<Integer> shards = new TreeSet<>();
        for (Comparable<?> value : values) {
            shards.add(isId ? shardOfId(name, value) : shardOfKey(name, value));
        }
        return new Column(name, isId, values, shards);
    }

    private boolean isId(String column) {
        String name = column.toLowerCase(Locale.ROOT);
        if (!settings.idColumns().contains(name) && !settings.keyColumns().contains(name)) {
            throw new IllegalArgumentException(table + "." + column
                    + " is a sharding column, but is neither in id-columns nor in key-columns: list it in one of them");
        }
        return settings.idColumns().contains(name);
    }

    private int shardOfId(String column, @Nullable Comparable<?> value) {
        return (int) (number(column, value, "an id") & ((1L << settings.geneBits()) - 1));
    }

    private int shardOfKey(String column, @Nullable Comparable<?> value) {
        Object key = settings.keysAreText() ? text(column, value) : number(column, value, "a key of key-type number");
        return (int) Gene.ofKey(key, settings.geneBits());
    }

    private String text(String column, @Nullable Comparable<?> value) {
        if (value instanceof CharSequence) {
            return value.toString();
        }
        throw unfit(column, value, "a key of key-type text", "pass it as a string, or set key-type: number");
    }

    private long number(String column, @Nullable Comparable<?> value, String what) {
        if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger
                || value instanceof CharSequence) {
            try {
                return Long.parseLong(value.toString().trim());
            } catch (NumberFormatException noWholeNumber) {
                throw unfit(column, value, what, "pass a 64-bit whole number, or its digits as text");
            }
        }
        throw unfit(column, value, what, "pass a 64-bit whole number, or its digits as text");
    }

    private IllegalArgumentException unfit(String column, @Nullable Object value, String what, String nextStep) {
        String seen =
                value == null ? "null" : "'" + value + "' (" + value.getClass().getSimpleName() + ")";
        return new IllegalArgumentException(table + "." + column + " is " + seen + ", not " + what + ": " + nextStep);
    }

    // ---- targets

    Collection<String> targetsAmong(Collection<String> available) {
        if (columns.isEmpty()) {
            return available;
        }
        Set<Integer> shards = shards();
        Set<String> targets = new TreeSet<>();
        for (int shard : shards) {
            targets.addAll(targetsOf(shard, available));
        }
        // ShardingSphere passes only the tables of one database, so the tables of some shards may be missing. If no
        // shard has a target, the configuration lacks a table or a database.
        if (targets.isEmpty()) {
            throw noTarget(shards, available);
        }
        return targets;
    }

    private Set<Integer> shards() {
        Set<Integer> agreed = agreed(columns);
        if (agreed.isEmpty() && settings.mismatchUsesId()) {
            agreed = agreed(columns.stream().filter(Column::isId).toList());
        }
        if (agreed.isEmpty()) {
            throw mismatch();
        }
        return agreed;
    }

    private static Set<Integer> agreed(List<Column> columns) {
        Set<Integer> agreed = new TreeSet<>();
        columns.forEach(column -> agreed.addAll(column.shards()));
        columns.forEach(column -> agreed.retainAll(column.shards()));
        return agreed;
    }

    private IllegalArgumentException mismatch() {
        String sides = columns.stream()
                .map(column -> column.name() + " " + shown(column.values()) + " (shard " + shown(column.shards()) + ")")
                .collect(Collectors.joining(" and "));
        return new IllegalArgumentException(
                table + ": " + sides + " lead to different shards, so queries would not find"
                        + " a row with both: generate the id with the gene of its key, set key-type to the key's type,"
                        + " or set on-mismatch: by-id if conditions may match no row");
    }

    private List<String> targetsOf(int shard, Collection<String> available) {
        String suffix = suffix(shard);
        List<String> targets =
                available.stream().filter(name -> name.endsWith(suffix)).toList();
        if (targets.size() > 1) {
            throw new IllegalArgumentException(table + ": shard " + shard + " has the targets " + shown(targets)
                    + ", whose names all end with " + suffix + ": rename all but one");
        }
        return targets;
    }

    private IllegalArgumentException noTarget(Set<Integer> shards, Collection<String> available) {
        int first = shards.iterator().next();
        return new IllegalArgumentException(table + ": shard " + first + " needs a target whose name ends with "
                + suffix(first) + ", but available are only " + shown(new TreeSet<>(available))
                + ": complete actualDataNodes, or correct gene-bits (" + settings.geneBits()
                + ") or shards-per-target ("
                + settings.shardsPerTarget() + ")");
    }

    private String suffix(int shard) {
        return "_" + shard / settings.shardsPerTarget();
    }

    private static String shown(Collection<?> values) {
        String first = values.stream().limit(VALUES_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return values.size() > VALUES_SHOWN ? first + ", … (" + values.size() + " in all)" : first;
    }
}
