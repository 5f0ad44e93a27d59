package io.snowflakeid.hibernate;

import io.snowflakeid.IdSource;
import io.snowflakeid.NoIdAvailableException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Properties;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
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
 * Generates ids for an attribute with {@link SnowflakeId}. Hibernate calls this generator before it inserts a row.
 *
 * <p>{@link SnowflakeIntegrator} creates the instances that generate ids. {@link #configure} rejects instances that Hibernate creates itself.
 *
 * <p>This class is public only because Hibernate ORM up to 7.2 requires a public class. Applications annotate an attribute with {@link SnowflakeId}
 * instead of using this class.
 */
public final class EntityIdGenerator implements BeforeExecutionGenerator, Configurable {

    private static final long serialVersionUID = 1L;

    // Hibernate's interface extends Serializable, but Hibernate never serializes a generator.
    private final transient @Nullable IdPlan plan;
    private transient volatile @Nullable Found found;

    /** Caches the generator of a session factory, because finding the generator takes longer than generating an id. */
    private record Found(SessionFactoryImplementor factory, IdSource ids) {}

    /** Hibernate calls this constructor. */
    public EntityIdGenerator() {
        plan = null;
    }

    EntityIdGenerator(IdPlan plan) {
        this.plan = plan;
    }

    /** @throws MappingException if {@link SnowflakeIntegrator} did not create this instance */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // all supported versions of Hibernate have this overload only
    public void configure(Type type, Properties parameters, ServiceRegistry services) {
        if (plan == null) {
            throw new MappingException("cannot generate " + parameters.get(PersistentIdentifierGenerator.TABLE) + "."
                    + parameters.get(PersistentIdentifierGenerator.PK) + ": put @" + SnowflakeId.class.getName()
                    + " on an attribute of an entity that is registered with Hibernate itself; in a @GenericGenerator, in a"
                    + " @CollectionId, and where an AdditionalMappingContributor adds the entity, it generates no ids");
        }
    }

    /** Returns the attribute's value, or a new id if the value is not set and Hibernate inserts the row. */
    @Override
    public @Nullable Object generate(
            SharedSessionContractImplementor session,
            @Nullable Object owner,
            @Nullable Object current,
            EventType event) {
        IdPlan planned = Objects.requireNonNull(plan, "the generator was not planned");
        Object preset = isUnset(current) && owner != null ? planned.presetIn(owner) : current;
        // Hibernate 6.6 also calls generate for updates if another attribute of the same embeddable is generated on
        // update.
        return isUnset(preset) && event == EventType.INSERT ? newId(planned, session, owner) : preset;
    }

    private static boolean isUnset(@Nullable Object value) {
        return value == null || value.equals(GeneSource.UNSET);
    }

    private Object newId(IdPlan plan, SharedSessionContractImplementor session, @Nullable Object owner) {
        SessionFactoryImplementor factory = session.getFactory();
        Found known = found;
        try {
            if (known == null || known.factory() != factory) {
                IdSources source = factory.getServiceRegistry().requireService(IdSources.class);
                known = new Found(factory, source.ids(plan.generator()));
                found = known;
            }
            return plan.next(known.ids(), owner);
        } catch (NoIdAvailableException | IllegalStateException | HibernateException e) {
            throw new IdentifierGenerationException(plan.id().cannotGenerate() + e.getMessage(), e);
        }
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public boolean allowAssignedIdentifiers() {
        return true;
    }

    /** Returns text for Hibernate's error message about a bulk insert. A bulk insert can generate ids only with a database sequence. */
    @Override
    public String toString() {
        return "@SnowflakeId of " + (plan == null ? "nothing" : plan.id())
                + " (ids are generated in the application: select the entities and persist new ones, or list the id in the statement)";
    }
}
