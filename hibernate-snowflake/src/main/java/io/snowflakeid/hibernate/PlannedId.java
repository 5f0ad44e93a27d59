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
 * An attribute that gets Snowflake ids, with its plan and its columns. The class is used only at start-up.
 *
 * @param entity the entity that has the attribute, or the root of the entity's hierarchy
 */
record PlannedId(PersistentClass entity, Property property, IdPlan plan) {

    /**
     * Passes the attribute's columns to the consumer, some of them possibly more than once. An id also has columns in the tables of joined
     * subclasses, in secondary tables, and in each table of a table-per-class hierarchy.
     */
    void eachColumn(BiConsumer<Table, Column> stored) {
        List<Column> own = property.getValue().getColumns();
        if (!plan.isId()) {
            pass(property.getValue().getTable(), own, stored);
        }
        for (PersistentClass type : entity.getSubclassClosure()) { // the closure includes the entity itself
            if (plan.isId()) {
                passKey(type.getTable(), type.getKey(), stored);
                type.getJoins().forEach(join -> passKey(join.getTable(), join.getKey(), stored));
            } else if (type instanceof UnionSubclass) {
                pass(type.getTable(), own, stored);
            }
        }
    }

    /** Passes the columns of a table's key that contain the attribute. */
    private void passKey(Table table, KeyValue key, BiConsumer<Table, Column> stored) {
        List<Column> id = entity.getIdentifier().getColumns();
        List<Column> columns = List.copyOf(key.getColumns());
        List<Column> own = property.getValue().getColumns();
        pass(table, own.stream().map(id::indexOf).map(columns::get).toList(), stored);
    }

    /** Passes the columns if the table is physical. A subselect and the abstract root of a table-per-class hierarchy are not physical. */
    private static void pass(Table table, List<Column> columns, BiConsumer<Table, Column> stored) {
        if (table.isPhysicalTable()) {
            columns.forEach(column -> stored.accept(table, column));
        }
    }

    @Override
    public String toString() {
        return plan.id().toString();
    }
}
