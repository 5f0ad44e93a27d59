package io.snowflakeid.hibernate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.event.spi.AbstractPreDatabaseOperationEvent;
import org.hibernate.event.spi.PreInsertEvent;
import org.hibernate.event.spi.PreInsertEventListener;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/** Rejects unset ids in {@code upsert} and {@code replicate}, because Hibernate calls no generator for these operations. */
final class UnsetIds implements PreUpsertEventListener, PreInsertEventListener {

    private final Map<String, List<IdPlan>> byEntity = new HashMap<>();

    UnsetIds(List<PlannedId> attributes) {
        for (PlannedId attribute : attributes) {
            attribute
                    .entity()
                    .getSubclassClosure()
                    .forEach(entity -> byEntity.computeIfAbsent(entity.getEntityName(), name -> new ArrayList<>())
                            .add(attribute.plan()));
        }
    }

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        return requireSet(event, true);
    }

    /** Checks only the entity's id, because Hibernate may set other generated columns later. */
    @Override
    public boolean onPreInsert(PreInsertEvent event) {
        return requireSet(event, false);
    }

    private boolean requireSet(AbstractPreDatabaseOperationEvent event, boolean otherColumnsToo) {
        for (IdPlan plan : byEntity.getOrDefault(event.getPersister().getEntityName(), List.of())) {
            if ((otherColumnsToo || plan.isId()) && plan.isMissing(value(plan, event))) {
                throw new IdentifierGenerationException(plan.id().cannotGenerate()
                        + "it is unset, and neither upsert nor replicate calls a generator: insert or persist the entity,"
                        + " or set the id by IdGenerator.nextId() first");
            }
        }
        return false; // false means that the insert is not vetoed
    }

    /** Reads a single id from the event, because a stateless insert of Hibernate ORM 6.6 sets the entity's id only after the event. */
    private static @Nullable Object value(IdPlan plan, AbstractPreDatabaseOperationEvent event) {
        boolean single = plan.id().path().equals(event.getPersister().getIdentifierPropertyName());
        return single ? event.getId() : plan.own().readFrom(event.getEntity()).value();
    }
}
