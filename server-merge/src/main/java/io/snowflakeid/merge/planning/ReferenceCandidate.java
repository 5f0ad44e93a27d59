package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column that may hold ids of other tables.
 *
 * @param table the table
 * @param column the column
 * @param apart conditions under which it is known already where the column leads; its values are those of the other rows
 * @param values for each source that has any, how often each number was seen
 */
record ReferenceCandidate(TablePlan table, Column column, List<String> apart, Map<SourcePlan, CountedNumbers> values) {

    ColumnName name() {
        return new ColumnName(table.name(), column.name());
    }

    /** There is one for each column. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReferenceCandidate candidate && name().equals(candidate.name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    /** Its name, taken apart. */
    IdName called() {
        return IdName.of(column.name());
    }

    /** Whether it numbers the rows of its own table, or what they are about: {@code vendings.id}, {@code guild_castle.castle_id}. */
    boolean isOwnKey() {
        IdName name = called();
        if (column.name().equalsIgnoreCase("id") && table.key().contains(column.name())) {
            return true;
        }
        return isWholeKey()
                && (name.words().isEmpty()
                        ? isPrimary()
                        : isOwnId() || IdName.of(table.name()).endsWith(name));
    }

    /** Whether it is called after its own table alone: {@code guild.guildid}. */
    boolean isOwnId() {
        return isWholeKey() && called().whole().equals(IdName.of(table.name()).whole());
    }

    private boolean isWholeKey() {
        return table.key().equals(List.of(column.name()));
    }

    /** Another unique key says that each is there once, not what the rows are. */
    private boolean isPrimary() {
        String key = table.keyName();
        return key != null && key.toUpperCase(Locale.ROOT).startsWith("PRIMARY");
    }
}
