package io.snowflakeid.hibernate;

import io.snowflakeid.hibernate.GeneratedAttributes.GeneratedAttribute;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.MappingException;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.Join;
import org.hibernate.mapping.KeyValue;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;

/**
 * Where an attribute's ids are stored. An id also stands in the tables of joined subclasses, in secondary tables, and in each table of
 * a hierarchy that has one per class.
 */
final class GeneratedColumns {

    private final GeneratedAttribute attribute;
    private final Set<GeneratedColumn> found = new LinkedHashSet<>();

    private GeneratedColumns(GeneratedAttribute attribute) {
        this.attribute = attribute;
    }

    /** A column of a table that is really there, not a subselect and not the abstract top of tables per class. */
    record GeneratedColumn(GeneratedAttribute attribute, Table table, Column column) {

        /** Single-table subclasses name the same column again. */
        boolean isSameAs(GeneratedColumn other) {
            return table.equals(other.table) && column.getName().equals(other.column.getName());
        }
    }

    /** @throws MappingException if the entity has no such attribute */
    static Set<GeneratedColumn> of(GeneratedAttribute attribute) {
        GeneratedColumns columns = new GeneratedColumns(attribute);
        List<Column> own = property(attribute).getValue().getColumns();
        if (attribute.plan().isId()) {
            List<Column> id = attribute.entity().getIdentifier().getColumns();
            columns.addKeys(own.stream().map(id::indexOf).toList());
        } else {
            columns.addPlain(property(attribute).getValue().getTable(), own);
        }
        return columns.found;
    }

    private static Property property(GeneratedAttribute attribute) {
        PersistentClass entity = attribute.entity();
        String[] names = attribute.plan().id().path().split("\\.", -1);
        boolean partOfVirtualId = entity.getIdentifierProperty() == null
                && entity.getIdentifier() instanceof Component parts
                && parts.hasProperty(names[0]);
        Property property = partOfVirtualId
                ? ((Component) entity.getIdentifier()).getProperty(names[0])
                : entity.getProperty(names[0]);
        for (int i = 1; i < names.length; i++) {
            property = ((Component) property.getValue()).getProperty(names[i]);
        }
        return property;
    }

    /** Wherever the entity's key stands, at the same places of the key. */
    private void addKeys(List<Integer> places) {
        for (PersistentClass type : attribute.hierarchy()) {
            addKey(type.getTable(), type.getKey(), places);
            for (Join join : type.getJoins()) {
                addKey(join.getTable(), join.getKey(), places);
            }
        }
    }

    private void addKey(Table table, KeyValue key, List<Integer> places) {
        List<Column> columns = new ArrayList<>(key.getColumns());
        places.forEach(place -> add(table, columns.get(place)));
    }

    private void addPlain(Table table, List<Column> columns) {
        columns.forEach(column -> add(table, column));
        for (PersistentClass type : attribute.hierarchy()) {
            if (type instanceof UnionSubclass) {
                columns.forEach(column -> add(type.getTable(), column));
            }
        }
    }

    private void add(Table table, Column column) {
        if (table.isPhysicalTable()) {
            found.add(new GeneratedColumn(attribute, table, column));
        }
    }
}
