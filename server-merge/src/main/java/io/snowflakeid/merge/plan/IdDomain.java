package io.snowflakeid.merge.plan;

import java.util.List;

/**
 * A set of ids that move together: the ids of a table, and all columns that refer to them.
 *
 * @param number the number of the domain, from 1
 * @param name the name of the first root column, such as {@code players.id}
 * @param roots the columns to which other columns refer
 */
public record IdDomain(
        int number, String name, List<ColumnName> roots, IdMode mode, String why, List<SourceIds> sources) {

    /** The way in which the ids of a domain become unique. */
    public enum IdMode {
        /** The ids mean the same on all servers and do not change. */
        STATIC,
        /** The ids do not change; no two sources have an id in common. */
        KEEP,
        /** A constant number for each source is added to the ids. */
        OFFSET,
        /** Fresh ids replace the ids of all sources except the main server. */
        MAP
    }

    public record ColumnName(String table, String column) {
        @Override
        public String toString() {
            return table + "." + column;
        }
    }

    /**
     * The ids of one source in a domain, with the number of root rows that have such an id, and the number that is added to the ids.
     *
     * @param least the smallest id in any column of the domain; 1 without ids
     * @param greatest the greatest id in any column of the domain; 0 without ids
     * @param freshFrom the first fresh id; 0 without fresh ids
     * @param mapped true if ids of the source are first looked up in the domain's table of old and new ids
     */
    public record SourceIds(
            int source, long ids, long least, long greatest, long shift, long freshFrom, boolean mapped) {
        public SourceIds moved(long newShift, long newFreshFrom, boolean lookedUp) {
            return new SourceIds(source, ids, least, greatest, newShift, newFreshFrom, lookedUp);
        }
    }

    public IdDomain with(IdMode newMode, String newWhy, List<SourceIds> newSources) {
        return new IdDomain(number, name, roots, newMode, newWhy, List.copyOf(newSources));
    }

    public SourceIds of(int source) {
        return sources.get(source - 1);
    }

    public boolean hasMap() {
        return sources.stream().anyMatch(SourceIds::mapped);
    }

    /** Returns the name of the target's table of old and new ids. */
    public String mapTable() {
        return "snowflake_merge_map_" + number;
    }
}
