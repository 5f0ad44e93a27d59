package io.snowflakeid.shardingsphere;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The validated properties of a {@link GeneShardingAlgorithm}. Column names are in lower case.
 *
 * @param geneBits the number of gene bits, 1 to 20
 * @param idColumns the columns with ids that contain gene bits
 * @param keyColumns the columns that contain sharding keys
 * @param keysAreText true if sharding keys are hashed as strings, or false if they are hashed as whole numbers
 * @param shardsPerTarget the number of logical shards per table or database
 * @param mismatchUsesId true if the algorithm ignores sharding keys that belong to a different shard than the ids
 */
record GeneShardingSettings(
        int geneBits,
        Set<String> idColumns,
        Set<String> keyColumns,
        boolean keysAreText,
        int shardsPerTarget,
        boolean mismatchUsesId) {

    private static final String GENE_BITS = "gene-bits";
    private static final String ID_COLUMNS = "id-columns";
    private static final String KEY_COLUMNS = "key-columns";
    private static final String KEY_TYPE = "key-type";
    private static final String SHARDS_PER_TARGET = "shards-per-target";
    private static final String ON_MISMATCH = "on-mismatch";
    private static final Set<String> KNOWN =
            new TreeSet<>(Set.of(GENE_BITS, ID_COLUMNS, KEY_COLUMNS, KEY_TYPE, SHARDS_PER_TARGET, ON_MISMATCH));

    /** The additional properties that ShardingSphere passes for the type CLASS_BASED. */
    private static final Set<String> OF_CLASS_BASED = Set.of("strategy", "algorithmclassname");

    private static final int MOST_GENE_BITS = 20;

    GeneShardingSettings {
        if (idColumns.isEmpty() && keyColumns.isEmpty()) {
            throw new IllegalArgumentException("neither " + ID_COLUMNS + " nor " + KEY_COLUMNS
                    + " is set: name the columns that lead to a shard, for instance " + ID_COLUMNS + ": id");
        }
        for (String column : idColumns) {
            if (keyColumns.contains(column)) {
                throw new IllegalArgumentException("column " + column + " is listed in " + ID_COLUMNS + " and in "
                        + KEY_COLUMNS + ": an id contains the gene, a key is hashed to it; list it once");
            }
        }
    }

    /**
     * Reads and checks the properties of a {@link GeneShardingAlgorithm}.
     *
     * @throws IllegalArgumentException if a property is invalid, with a message that names the property, its value and the allowed values
     */
    static GeneShardingSettings from(Properties properties) {
        requireKnown(properties.keySet());
        int geneBits = number(properties, GENE_BITS, null, MOST_GENE_BITS);
        return new GeneShardingSettings(
                geneBits,
                columns(properties, ID_COLUMNS),
                columns(properties, KEY_COLUMNS),
                second(properties, KEY_TYPE, "number", "text"),
                number(properties, SHARDS_PER_TARGET, "1", 1 << geneBits),
                second(properties, ON_MISMATCH, "refuse", "by-id"));
    }

    private static void requireKnown(Collection<Object> names) {
        for (Object name : names) {
            String text = String.valueOf(name);
            if (!KNOWN.contains(text) && !OF_CLASS_BASED.contains(text.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("unknown property " + text + ", known are " + KNOWN);
            }
        }
    }

    private static int number(Properties properties, String name, @Nullable String absent, int most) {
        String value = value(properties, name, absent);
        if (value == null) {
            throw new IllegalArgumentException(
                    name + " is not set: set it to the gene bits of the ids' layout, 1 to " + most);
        }
        if (!value.matches("\\d{1,9}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > most) {
            throw new IllegalArgumentException(
                    name + " must be a whole number between 1 and " + most + ", but is '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    private static Set<String> columns(Properties properties, String name) {
        Set<String> columns = new LinkedHashSet<>();
        String value = value(properties, name, "");
        for (String column : value == null ? new String[0] : value.split(",", -1)) {
            if (!column.isBlank()) {
                columns.add(column.trim().toLowerCase(Locale.ROOT));
            }
        }
        return Set.copyOf(columns);
    }

    private static boolean second(Properties properties, String name, String first, String second) {
        String value = value(properties, name, first);
        if (!Arrays.asList(first, second).contains(value)) {
            throw new IllegalArgumentException(
                    name + " must be " + first + " or " + second + ", but is '" + value + "'");
        }
        return second.equals(value);
    }

    /** Returns a property's value as text, because {@link Properties#getProperty} ignores numbers from YAML. */
    private static @Nullable String value(Properties properties, String name, @Nullable String absent) {
        Object value = properties.get(name);
        return value == null ? absent : value.toString().trim();
    }
}
