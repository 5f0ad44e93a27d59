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
 * A mapped property whose ids are generated, together with its plan.
 *
 * @param entity the entity whose mapping contains the property
 */
record PlannedId(PersistentClass entity, Property property, IdPlan plan) {

    /**
     * Calls the consumer with each column that contains the ids. The method may call the consumer several times with the same column. Joined
     * subclasses, secondary tables and table-per-class hierarchies have further columns for the same id.
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

    /** The columns in a table's key have the same order as the columns in the entity's id. */
    private void passKey(Table table, KeyValue key, BiConsumer<Table, Column> stored) {
        List<Column> id = entity.getIdentifier().getColumns();
        List<Column> columns = List.copyOf(key.getColumns());
        List<Column> own = property.getValue().getColumns();
        pass(table, own.stream().map(id::indexOf).map(columns::get).toList(), stored);
    }

    /** Ignores tables that do not exist in the database, such as subselects and abstract roots of table-per-class hierarchies. */
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
