package io.snowflakeid.merge.plan;

import java.util.List;

/**
 * A group of columns that contain equal ids, for example a primary key and all references to the key.
 *
 * @param number the number of the domain in the plan, starting at 1
 * @param name the name of the first root column, such as {@code players.id}
 * @param roots the columns that are referenced by other columns
 */
public record IdDomain(
        int number, String name, List<ColumnName> roots, IdMode mode, String why, List<SourceIds> sources) {

    /** Defines how a merge makes the ids of a domain unique. */
    public enum IdMode {
        /** The ids do not change, because they have the same meaning on all servers. */
        STATIC,
        /** The ids do not change, because no two sources have an id in common. */
        KEEP,
        /** The merge adds one constant number per source to the ids. */
        OFFSET,
        /** All sources except the main server get new ids. */
        MAP
    }

    public record ColumnName(String table, String column) {
        @Override
        public String toString() {
            return table + "." + column;
        }
    }

    /**
     * The range and the planned change of one source's ids in a domain.
     *
     * @param least the smallest id in any column of the domain, or 1 if the source has no ids
     * @param greatest the greatest id in any column of the domain, or 0 if the source has no ids
     * @param freshFrom the first new id in mode {@code MAP}, or 0 if the source gets no such ids
     * @param mapped true if the merge looks up new ids in the domain's table of old and new ids
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

    /** Returns the name of the table that contains the domain's old and new ids. */
    public String mapTable() {
        return "snowflake_merge_map_" + number;
    }
}
