package io.snowflakeid.hibernate;

import io.snowflakeid.NoIdAvailableException;
import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Properties;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.Configurable;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.id.PersistentIdentifierGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate calls for an attribute with a {@link SnowflakeId}, to set it before the insert.
 *
 * <p>Made with its plan by {@link SnowflakeIntegrator}. An entity that comes later, from a contributor of the application, is
 * planned by {@code initialize}, which Hibernate ORM 6.6 to 8.0 all call. The source of ids is looked up for each id.
 *
 * <p>Not for direct use: public only because Hibernate ORM up to 7.2 needs it so. Write {@link SnowflakeId}.
 */
public final class EntityIdGenerator
        implements AnnotationBasedGenerator<SnowflakeId>, BeforeExecutionGenerator, Configurable {

    private static final long serialVersionUID = 1L;

    // transient: a generator is never written out, though Hibernate's interface says it could be
    private transient @Nullable IdPlan plan;

    /** For Hibernate. */
    public EntityIdGenerator() {}

    EntityIdGenerator(IdPlan plan) {
        this.plan = plan;
    }

    @Override
    // deprecated in 7.3, but the only one in 6.x, and called first in 7.x and 8.0
    @SuppressWarnings({"deprecation", "removal"})
    public void initialize(SnowflakeId annotation, Member member, GeneratorCreationContext context) {
        initialize(annotation, context);
    }

    /**
     * Checks the mapping of an entity with a single id.
     *
     * @throws MappingException if it cannot work, naming entity and attribute
     */
    @SuppressWarnings("MissingOverride") // overrides from 7.3 on; must compile against 6.6 as well
    public void initialize(SnowflakeId annotation, GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass();
        Property id = entity.getIdentifierProperty();
        if (id == null || id.isComposite()) {
            throw new MappingException("cannot generate a part of the composite id of " + entity.getJpaEntityName()
                    + ", which was added after all mappings had been read: register the entity with Hibernate itself");
        }
        Mappings mappings = Mappings.of(entity.getIdentifier().getBuildingContext());
        IdMark mark = IdMark.of(annotation, MappedMember.wholeId(mappings, entity, id));
        plan = new IdPlanner(mappings, entity, new Attribute(entity.getJpaEntityName(), id.getName()), mark).plan(id);
    }

    /**
     * Called last; an attribute with the annotation has been planned before.
     *
     * @throws MappingException for the generator of a {@code @GenericGenerator} or a {@code @CollectionId}
     */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // as initialize
    public void configure(Type type, Properties parameters, ServiceRegistry services) {
        if (plan == null) {
            throw new MappingException("cannot generate " + parameters.get(PersistentIdentifierGenerator.TABLE) + "."
                    + parameters.get(PersistentIdentifierGenerator.PK) + ": " + EntityIdGenerator.class.getSimpleName()
                    + " works with @" + SnowflakeId.class.getName()
                    + " on the attribute alone, not in a @GenericGenerator or a @CollectionId");
        }
    }

    private IdPlan plan() {
        return Objects.requireNonNull(plan, "Hibernate has not called initialize");
    }

    /** The value that is set already, or else a new id; an update changes nothing. */
    @Override
    public @Nullable Object generate(
            SharedSessionContractImplementor session,
            @Nullable Object owner,
            @Nullable Object current,
            EventType event) {
        Object preset = isUnset(current) && owner != null ? plan().presetIn(owner) : current;
        // 6.6 asks for updates as well, if another attribute of the same embeddable wants them
        return isUnset(preset) && event == EventType.INSERT ? newId(session, owner) : preset;
    }

    private static boolean isUnset(@Nullable Object value) {
        return value == null || value.equals(GeneSource.UNSET);
    }

    private Object newId(SharedSessionContractImplementor session, @Nullable Object owner) {
        IdSource source = session.getFactory().getServiceRegistry().requireService(IdSource.class);
        try {
            return plan().next(source.ids(plan().generator()), owner);
        } catch (NoIdAvailableException | IllegalStateException | HibernateException e) {
            throw new IdentifierGenerationException(plan().id().cannotGenerate() + e.getMessage(), e);
        }
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

    /** Stands in Hibernate's message about a bulk insert, for which it knows database sequences alone. */
    @Override
    public String toString() {
        return plan == null
                ? "@SnowflakeId"
                : "@SnowflakeId of " + plan.id() + " (ids are made in the application: select the entities and"
                        + " persist new ones, or list the id in the statement)";
    }
}
