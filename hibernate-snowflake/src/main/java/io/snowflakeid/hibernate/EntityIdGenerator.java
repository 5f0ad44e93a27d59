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
 * Hibernate's generator for an attribute with a {@link SnowflakeId}. The generator sets the attribute before the insert.
 *
 * <p>{@link SnowflakeIntegrator} creates this generator with the plan of the attribute. An instance that Hibernate creates from the annotation has no
 * plan and is rejected. Each call of {@link #generate} looks up the source of ids in the session factory's service registry.
 *
 * <p>This class is public only because Hibernate ORM up to 7.2 requires a public class. Applications annotate an attribute with {@link SnowflakeId}
 * instead of using this class.
 */
public final class EntityIdGenerator implements BeforeExecutionGenerator, Configurable {

    private static final long serialVersionUID = 1L;

    // The field is transient because a generator is never serialized, although Hibernate's interface extends
    // Serializable.
    private final transient @Nullable IdPlan plan;

    /** Hibernate calls this constructor. */
    public EntityIdGenerator() {
        plan = null;
    }

    EntityIdGenerator(IdPlan plan) {
        this.plan = plan;
    }

    /** @throws MappingException if Hibernate created this generator without a plan, for an id that is not in the mappings */
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

    /** Returns the value that is already set. If no value is set, the method returns a new id for an insert, and no id for an update. */
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

    @Override
    public boolean allowAssignedIdentifiers() {
        return true;
    }

    /** Returns the text that Hibernate prints in its error about a bulk insert. Hibernate's bulk inserts support only database sequences. */
    @Override
    public String toString() {
        return "@SnowflakeId of " + (plan == null ? "nothing" : plan.id())
                + " (ids are generated in the application: select the entities and persist new ones, or list the id in the statement)";
    }
}
