package io.snowflakeid.hibernate;

import io.snowflakeid.NoIdAvailableException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Properties;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.id.Configurable;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.id.PersistentIdentifierGenerator;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate calls for an attribute with a {@link SnowflakeId}, to set it before the insert.
 *
 * <p>Made with its plan by {@link SnowflakeIntegrator}, in the place of the one that Hibernate would make by the annotation, which has
 * none and is rejected. The source of ids is looked up for each id.
 *
 * <p>Not for direct use: public only because Hibernate ORM up to 7.2 needs it so. Write {@link SnowflakeId}.
 */
public final class EntityIdGenerator implements BeforeExecutionGenerator, Configurable {

    private static final long serialVersionUID = 1L;

    // transient: a generator is never written out, though Hibernate's interface says it could be
    private final transient @Nullable IdPlan plan;

    /** For Hibernate. */
    public EntityIdGenerator() {
        plan = null;
    }

    EntityIdGenerator(IdPlan plan) {
        this.plan = plan;
    }

    /**
     * Called by Hibernate for a generator that it has made itself.
     *
     * @throws MappingException for an id that was not there, or had no annotation of ours, when all mappings had been read
     */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // the one that every line has
    public void configure(Type type, Properties parameters, ServiceRegistry services) {
        if (plan == null) {
            throw new MappingException("cannot generate " + parameters.get(PersistentIdentifierGenerator.TABLE) + "."
                    + parameters.get(PersistentIdentifierGenerator.PK) + ": put @" + SnowflakeId.class.getName()
                    + " on an attribute of an entity that is registered with Hibernate itself; in a @GenericGenerator, in a"
                    + " @CollectionId, and where an AdditionalMappingContributor adds the entity, it makes no ids");
        }
    }

    /** The value that is set already, or else a new id; an update changes nothing. */
    @Override
    public @Nullable Object generate(
            SharedSessionContractImplementor session,
            @Nullable Object owner,
            @Nullable Object current,
            EventType event) {
        IdPlan planned = Objects.requireNonNull(plan, "the generator was not planned");
        Object preset = isUnset(current) && owner != null ? planned.presetIn(owner) : current;
        // 6.6 asks for updates as well, if another attribute of the same embeddable wants them
        return isUnset(preset) && event == EventType.INSERT ? newId(planned, session, owner) : preset;
    }

    private static boolean isUnset(@Nullable Object value) {
        return value == null || value.equals(GeneSource.UNSET);
    }

    private static Object newId(IdPlan plan, SharedSessionContractImplementor session, @Nullable Object owner) {
        IdSource source = session.getFactory().getServiceRegistry().requireService(IdSource.class);
        try {
            return plan.next(source.ids(plan.generator()), owner);
        } catch (NoIdAvailableException | IllegalStateException | HibernateException e) {
            throw new IdentifierGenerationException(plan.id().cannotGenerate() + e.getMessage(), e);
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
        return "@SnowflakeId of " + (plan == null ? "nothing" : plan.id())
                + " (ids are made in the application: select the entities and persist new ones, or list the id in the statement)";
    }
}
