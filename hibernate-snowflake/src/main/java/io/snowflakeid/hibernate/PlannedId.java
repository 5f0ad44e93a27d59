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
 * An attribute that gets Snowflake ids, and the columns of that attribute. Only start-up uses this class.
 *
 * @param entity the entity that has the attribute, or the root of the entity's hierarchy
 */
record PlannedId(PersistentClass entity, Property property, IdPlan plan) {

    /**
     * Passes the columns that hold the attribute to the consumer; a column may be passed more than once. An id also has columns in the tables of
     * joined subclasses, in secondary tables, and in each table of a table-per-class hierarchy.
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

    /** Passes the columns at the positions that the attribute has in the entity's own key. */
    private void passKey(Table table, KeyValue key, BiConsumer<Table, Column> stored) {
        List<Column> id = entity.getIdentifier().getColumns();
        List<Column> columns = List.copyOf(key.getColumns());
        List<Column> own = property.getValue().getColumns();
        pass(table, own.stream().map(id::indexOf).map(columns::get).toList(), stored);
    }

    /** Passes the columns of a physical table. A subselect and the abstract root of a table-per-class hierarchy have no physical table. */
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
