package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeLayout;
import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.List;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate calls for an entity with a {@link SnowflakeId}: checks the mapping at start-up, then sets ids before the insert.
 *
 * <p>Made by its no-argument constructor and {@code initialize}, which Hibernate ORM 6.6 to 8.0 all call. The source of
 * ids is looked up for each id, so that this can be serialized, as Hibernate wants.
 *
 * <p>Not for direct use: public only because Hibernate ORM up to 7.2 needs it so. Write {@link SnowflakeId} instead.
 */
public final class EntityIdGenerator implements AnnotationBasedGenerator<SnowflakeId>, BeforeExecutionGenerator {

    private static final long serialVersionUID = 1L;
    private static final List<Class<?>> KEY_TYPES =
            List.of(Long.class, Integer.class, Short.class, Byte.class, String.class);

    private boolean idIsText;
    private GeneSource genes = new GeneSource.Drawn();

    /** For Hibernate. */
    public EntityIdGenerator() {}

    @Override
    // deprecated in 7.3, but the only one in 6.x, and called first in 7.x and 8.0
    @SuppressWarnings({"deprecation", "removal"})
    public void initialize(SnowflakeId annotation, Member member, GeneratorCreationContext context) {
        initialize(annotation, context);
    }

    /**
     * Checks the mapping.
     *
     * @throws MappingException if it cannot work, naming entity and attribute
     */
    @SuppressWarnings("MissingOverride") // overrides from 7.3 on; must compile against 6.6 as well
    public void initialize(SnowflakeId annotation, GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass();
        requireSingleId(entity);
        Attribute id =
                new Attribute(entity.getJpaEntityName(), context.getProperty().getName());
        idIsText = isText(id, context.getProperty().getType());
        genes = geneSource(annotation, id, entity);
        SnowflakeLayout layout = source(context).ids().layout();
        if (!(genes instanceof GeneSource.Drawn) && layout.geneBits() == 0) {
            throw new MappingException("cannot generate " + id + ": @SnowflakeId names a gene, but layout "
                    + layout.spec() + " has no gene bits: choose a layout with a gene, or remove geneFrom and geneOf");
        }
    }

    /** Asked before the property's name: 6.6 has none for the parts of a composite id. */
    private static void requireSingleId(PersistentClass entity) {
        if (entity.getIdentifier().getType().isComponentType()) {
            throw new MappingException("cannot generate a part of the composite id of " + entity.getJpaEntityName()
                    + ": @SnowflakeId stands on the only @Id of an entity, so give it a single @Id");
        }
    }

    private static boolean isText(Attribute id, Type type) {
        Class<?> found = type.getReturnedClass();
        if (found != String.class && found != Long.class && found != long.class) {
            throw new MappingException("cannot generate " + id + ": @SnowflakeId needs long, Long or String, found "
                    + found.getSimpleName());
        }
        return found == String.class;
    }

    private static GeneSource geneSource(SnowflakeId annotation, Attribute id, PersistentClass entity) {
        String keyName = annotation.geneFrom();
        String parentName = annotation.geneOf();
        if (!keyName.isEmpty() && !parentName.isEmpty()) {
            throw new MappingException("cannot generate " + id + ": @SnowflakeId has both geneFrom = \"" + keyName
                    + "\" and geneOf = \"" + parentName + "\", but an id has one gene: remove one of them");
        }
        if (!keyName.isEmpty()) {
            return ofKey(id, property(entity, id, "geneFrom", keyName));
        }
        return parentName.isEmpty() ? new GeneSource.Drawn() : ofParent(id, property(entity, id, "geneOf", parentName));
    }

    private static Property property(PersistentClass entity, Attribute id, String attribute, String name) {
        List<Property> properties = entity.getPropertyClosure();
        return properties.stream()
                .filter(property -> property.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new MappingException("cannot generate " + id + ": " + attribute + " = \"" + name
                        + "\" names no property of " + id.entity() + ", which has "
                        + properties.stream().map(Property::getName).sorted().toList()));
    }

    private static GeneSource ofKey(Attribute id, Property property) {
        Attribute key = new Attribute(id.entity(), property.getName());
        Class<?> found = property.getType().getReturnedClass();
        if (!KEY_TYPES.contains(found)) {
            throw new MappingException(
                    "cannot generate " + id + ": geneFrom needs a property of type long, int, short, byte"
                            + " (or their boxes) or String, but " + key + " is " + found.getName());
        }
        return new GeneSource.OfKey(id, key);
    }

    private static GeneSource ofParent(Attribute id, Property property) {
        Attribute parent = new Attribute(id.entity(), property.getName());
        if (property.getType().isEntityType()) {
            return new GeneSource.OfParent(id, parent);
        }
        Class<?> found = property.getType().getReturnedClass();
        if (found != Long.class && found != String.class) {
            throw new MappingException(
                    "cannot generate " + id + ": geneOf needs the parent's id (long, Long or String) or an"
                            + " association to the parent, but " + parent + " is " + found.getName());
        }
        return new GeneSource.OfParentId(id, parent);
    }

    private static IdSource source(GeneratorCreationContext context) {
        return context.getServiceRegistry().requireService(IdSource.class);
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session, Object owner, @Nullable Object current, EventType event) {
        // 6.6.0 passes null even if an id is set
        Object preset = current != null
                ? current
                : session.getEntityPersister(null, owner).getIdentifier(owner, session);
        return preset == null || preset.equals(GeneSource.UNSET) ? newId(session, owner) : preset;
    }

    private Object newId(SharedSessionContractImplementor session, Object owner) {
        IdSource source = session.getFactory().getServiceRegistry().requireService(IdSource.class);
        long id = genes.nextId(source.ids(), session, owner);
        return idIsText ? (Object) Long.toString(id) : (Object) id;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    /** A preset id is kept. */
    @Override
    public boolean allowAssignedIdentifiers() {
        return true;
    }
}
