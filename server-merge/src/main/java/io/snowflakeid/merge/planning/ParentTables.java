package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.IdName.Likeness;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Key;
import io.snowflakeid.merge.schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables that others may refer to: each with the one column that tells its rows apart. */
final class ParentTables {

    private final MergePlan draft;
    private final Map<ColumnName, @Nullable IdDomain> parents = new LinkedHashMap<>();
    private final Map<ColumnName, Integer> references = new HashMap<>();
    private final Map<String, IdName> tableNames = new HashMap<>();

    ParentTables(Game game, MergePlan draft) {
        this.draft = draft;
        String prefix = commonPrefix();
        for (TablePlan table : draft.tables()) {
            tableNames.put(table.name(), IdName.of(table.name()).without(prefix));
        }
        for (IdDomain domain : draft.domains()) {
            domain.roots().forEach(root -> parents.put(root, domain));
        }
        List<ColumnName> others = new ArrayList<>();
        for (TablePlan table : draft.tables()) {
            if (table.copiedFromByClass(2)) {
                otherKey(game.mainTable(table.name()), table, others);
            }
        }
        others.removeIf(other -> isNamedAfterAnother(other) || isOneOfManyExtensions(game, other));
        others.forEach(other -> parents.put(other, null));
        for (ReferencePlan reference : draft.references()) {
            for (String column : reference.parentColumns()) {
                refersTo(new ColumnName(reference.parent(), column));
            }
        }
    }

    /** The word with which most tables begin, or nothing. */
    private String commonPrefix() {
        Map<String, Integer> counts = new HashMap<>();
        draft.tables().forEach(table -> counts.merge(IdName.of(table.name()).first(), 1, Integer::sum));
        return counts.entrySet().stream()
                .filter(count -> count.getValue() * 4 > draft.tables().size() * 3 && count.getValue() > 3)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** A key of one number that nobody is known to refer to yet. */
    private static void otherKey(Table table, TablePlan plan, List<ColumnName> others) {
        List<Key> keys = table.keys().stream().filter(Key::primary).toList();
        if (keys.size() == 1 && keys.get(0).columns().size() == 1) {
            Column column = table.column(keys.get(0).columns().get(0));
            if (column.kind() == Column.Kind.INTEGER
                    && column.generated() == null
                    && plan.column(column.name()).remaps().isEmpty()) {
                others.add(new ColumnName(table.name(), column.name()));
            }
        }
    }

    /** A table whose key is named after another table extends that one's rows. */
    private boolean isNamedAfterAnother(ColumnName key) {
        IdName column = IdName.of(key.column());
        IdName own = tableName(key.table());
        for (TablePlan table : draft.tables()) {
            IdName other = tableName(table.name());
            boolean called = !column.words().isEmpty() && column.whole().equals(other.whole());
            // a pet that is known by an id is no character that is known by a guid, nor by an id
            boolean begins = column.words().isEmpty()
                    && !key.column().equalsIgnoreCase("id")
                    && own.words().size() > 1
                    && own.first().equals(other.whole())
                    && table.key().equals(List.of(key.column()));
            if (!table.name().equals(key.table()) && (called || begins)) {
                return true;
            }
        }
        return false;
    }

    /** Whether tables are about the rows of one that is not here: {@code account_tutorial} and {@code account_data} about accounts. */
    private boolean isOneOfManyExtensions(Game game, ColumnName key) {
        IdName column = IdName.of(key.column());
        return column.saysId()
                && tableName(key.table()).beginsWithButIsNot(column)
                && draft.tables().stream()
                        .filter(table -> !table.name().equals(key.table()))
                        .anyMatch(table -> tableName(table.name()).beginsWith(column)
                                && game.mainTable(table.name())
                                        .find(key.column())
                                        .isPresent());
    }

    private IdName tableName(String table) {
        return tableNames.computeIfAbsent(table, IdName::of);
    }

    /** All that a column may lead to: not to itself. */
    List<ColumnName> forColumn(ColumnName child) {
        return parents.keySet().stream().filter(parent -> !parent.equals(child)).toList();
    }

    /** Whether a column may lead there that is not named so: somebody leads there for certain, or the server counts its ids. */
    boolean plausible(ColumnName parent) {
        return parents.get(parent) != null || references(parent) > 0;
    }

    /** Whether its ids mean the same on all servers. */
    boolean stay(ColumnName parent) {
        IdDomain domain = parents.get(parent);
        return domain != null && domain.mode() == IdMode.STATIC;
    }

    /** Whether a merge changes ids of this parent. */
    boolean moves(ColumnName parent) {
        IdDomain domain = parents.get(parent);
        return domain != null && domain.mode() != IdMode.STATIC && domain.mode() != IdMode.KEEP;
    }

    /** Whose ids are moved together with this parent's; null if none are known to be. */
    @Nullable
    IdDomain domain(ColumnName parent) {
        return parents.get(parent);
    }

    Likeness likeness(ColumnName child, ColumnName parent) {
        Likeness likeness = IdName.of(child.column())
                .likeness(tableName(child.table()), tableName(parent.table()), IdName.of(parent.column()));
        boolean other = isWholeKey(child)
                && IdName.of(child.column()).words().isEmpty()
                && !child.column().equalsIgnoreCase(parent.column());
        return likeness == Likeness.PART && other ? Likeness.ID : likeness;
    }

    /** Whether the whole name of the table or of its key stands in a column's name. */
    boolean isNamedWholly(ColumnName child, ColumnName parent) {
        IdName name = IdName.of(child.column());
        IdName table = tableName(parent.table());
        IdName key = IdName.of(parent.column());
        return name.words().isEmpty()
                || name.whole().equals(table.whole())
                || name.whole().equals(key.whole())
                || name.endsWith(table)
                || name.endsWith(key);
    }

    /** Whether a column's name ends like a third table's, so that values without gaps do not say that it leads to this one. */
    boolean isNamedAfterOther(ColumnName child, ColumnName parent) {
        IdName name = IdName.of(child.column());
        boolean sameKindOfId = !parent.column().equalsIgnoreCase("id")
                && child.column()
                        .toLowerCase(Locale.ROOT)
                        .endsWith(parent.column().toLowerCase(Locale.ROOT));
        return !sameKindOfId
                && !name.words().isEmpty()
                && draft.tables().stream()
                        .map(TablePlan::name)
                        .filter(table -> !table.equals(parent.table()) && !table.equals(child.table()))
                        .anyMatch(table -> tableName(table).endsLike(name));
    }

    /** Whether a column alone tells the rows of its table apart; a word of a text does not. */
    boolean isWholeKey(ColumnName column) {
        return draft.table(column.table()).key().equals(List.of(column.column()));
    }

    /** With how many words a table of rows about the parent's is named after it. */
    int wordsInCommon(ColumnName child, ColumnName parent) {
        return tableName(child.table()).wordsInCommon(tableName(parent.table()));
    }

    /** Whether something of another table is called like the parent's rows. */
    boolean isNamed(String word, ColumnName parent) {
        return IdName.of(word).names(tableName(parent.table()));
    }

    /** Whether a table is named after the parent: {@code guild_war} and {@code guild}. */
    boolean related(String table, ColumnName parent) {
        IdName own = tableName(table);
        return !table.equals(parent.table())
                && own.words().size() > 1
                && IdName.singular(own.first()).equals(tableName(parent.table()).whole());
    }

    void refersTo(ColumnName parent) {
        references.merge(parent, 1, Integer::sum);
    }

    /** How many columns are known to lead to it. */
    int references(ColumnName parent) {
        return references.getOrDefault(parent, 0);
    }
}
