package io.snowflakeid.hibernate;

import java.util.List;
import java.util.function.BiConsumer;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.KeyValue;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;

/**
 * An attribute that gets Snowflake ids, and where they are stored, as long as Hibernate starts.
 *
 * @param entity the entity, or the root of its hierarchy, that the attribute belongs to
 */
record PlannedId(PersistentClass entity, Property property, IdPlan plan) {

    /**
     * Passes on the columns that hold the attribute, some of them more than once. An id also stands in the tables of joined
     * subclasses, in secondary tables, and in each table of a hierarchy that has one per class.
     */
    void eachColumn(BiConsumer<Table, Column> stored) {
        List<Column> own = property.getValue().getColumns();
        if (!plan.isId()) {
            pass(property.getValue().getTable(), own, stored);
        }
        for (PersistentClass type : entity.getSubclassClosure()) { // itself, too
            if (plan.isId()) {
                passKey(type.getTable(), type.getKey(), stored);
                type.getJoins().forEach(join -> passKey(join.getTable(), join.getKey(), stored));
            } else if (type instanceof UnionSubclass) {
                pass(type.getTable(), own, stored);
            }
        }
    }

    /** At the same places of the key as in the entity's own. */
    private void passKey(Table table, KeyValue key, BiConsumer<Table, Column> stored) {
        List<Column> id = entity.getIdentifier().getColumns();
        List<Column> columns = List.copyOf(key.getColumns());
        List<Column> own = property.getValue().getColumns();
        pass(table, own.stream().map(id::indexOf).map(columns::get).toList(), stored);
    }

    /** Of a table that is really there: not a subselect and not the abstract top of tables per class. */
    private static void pass(Table table, List<Column> columns, BiConsumer<Table, Column> stored) {
        if (table.isPhysicalTable()) {
            columns.forEach(column -> stored.accept(table, column));
        }
    }

    /** As messages name the attribute. */
    @Override
    public String toString() {
        return plan.id().toString();
    }
}
