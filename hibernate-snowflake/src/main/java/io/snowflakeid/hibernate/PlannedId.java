package io.snowflakeid.hibernate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Join;
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

    /** A column of a table that is really there, not a subselect and not the abstract top of tables per class. */
    record StoredIn(IdPlan plan, Table table, Column column) {

        /** Single-table subclasses name the same column again. */
        boolean isSameAs(StoredIn other) {
            return table.equals(other.table) && column.getName().equals(other.column.getName());
        }
    }

    /** The entity and those that inherit the attribute. */
    List<PersistentClass> hierarchy() {
        return Stream.concat(Stream.of(entity), entity.getSubclassClosure().stream())
                .distinct()
                .toList();
    }

    /** An id also stands in the tables of joined subclasses, in secondary tables, and in each table of a hierarchy that has one per class. */
    List<StoredIn> columns() {
        List<StoredIn> found = new ArrayList<>();
        List<Column> own = property.getValue().getColumns();
        if (!plan.isId()) {
            add(found, property.getValue().getTable(), own);
        }
        for (PersistentClass type : hierarchy()) {
            if (plan.isId()) {
                addKey(found, type.getTable(), type.getKey(), own);
                for (Join join : type.getJoins()) {
                    addKey(found, join.getTable(), join.getKey(), own);
                }
            } else if (type instanceof UnionSubclass) {
                add(found, type.getTable(), own);
            }
        }
        return found;
    }

    /** At the same places of the key as in the entity's own. */
    private void addKey(List<StoredIn> found, Table table, KeyValue key, List<Column> own) {
        List<Column> id = entity.getIdentifier().getColumns();
        List<Column> columns = List.copyOf(key.getColumns());
        add(found, table, own.stream().map(id::indexOf).map(columns::get).toList());
    }

    private void add(List<StoredIn> found, Table table, List<Column> columns) {
        for (Column column : columns) {
            StoredIn stored = new StoredIn(plan, table, column);
            if (table.isPhysicalTable() && found.stream().noneMatch(stored::isSameAs)) {
                found.add(stored);
            }
        }
    }

    /** As messages name the attribute. */
    @Override
    public String toString() {
        return plan.id().toString();
    }
}
