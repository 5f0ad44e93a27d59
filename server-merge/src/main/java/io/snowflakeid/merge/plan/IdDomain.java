package io.snowflakeid.merge.plan;

import java.util.List;

/**
 * Ids that are moved together: a table's own, and all columns that refer to them.
 *
 * @param number from 1
 * @param name of the first of its own columns, {@code players.id}
 * @param roots the columns that others refer to
 */
public record IdDomain(
        int number, String name, List<ColumnName> roots, IdMode mode, String why, List<SourceIds> sources) {

    /** How ids are made unique. */
    public enum IdMode {
        /** They mean the same on all servers and do not change. */
        STATIC,
        /** They do not change; no two sources have one in common. */
        KEEP,
        /** A constant for each source is added to them. */
        OFFSET,
        /** Ids of the later sources are replaced by fresh ones. */
        MAP
    }

    public record ColumnName(String table, String column) {
        @Override
        public String toString() {
            return table + "." + column;
        }
    }

    /**
     * A source's ids of a domain: how many rows of the roots have one, and what is added to them.
     *
     * @param least the least id anywhere in the domain; 1 where there is none
     * @param greatest 0 where there is none
     * @param freshFrom the first fresh id, 0 without any
     * @param mapped whether its ids are looked up in the domain's map first
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

    /** The target's table of old and new ids. */
    public String mapTable() {
        return "snowflake_merge_map_" + number;
    }
}
