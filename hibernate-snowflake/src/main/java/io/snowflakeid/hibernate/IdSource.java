package io.snowflakeid.hibernate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.HibernateException;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * The generator that all entities of a service registry share. One that was built here is closed when Hibernate destroys the
 * registry, so that the next session factory can claim the worker; one that was handed over is left alone.
 */
final class IdSource implements Service, Stoppable {

    private static final long serialVersionUID = 1L;

    // transient: a service is never written out, though Hibernate's interface says it could be
    private final transient IdGenerator ids;
    private final transient @Nullable SnowflakeIdGenerator builtHere;

    private IdSource(IdGenerator ids, @Nullable SnowflakeIdGenerator builtHere) {
        this.ids = ids;
        this.builtHere = builtHere;
    }

    /**
     * Takes the generator that the settings hand over, or builds one; see {@link SnowflakeSettings}.
     *
     * @param configuration all settings of Hibernate
     * @throws HibernateException if the settings are unknown, contradict each other, or lack what is needed
     */
    static IdSource configuredBy(Map<?, ?> configuration) {
        Map<String, Object> settings = ours(configuration);
        Object handedOver = settings.remove(SnowflakeSettings.GENERATOR);
        if (handedOver == null) {
            SnowflakeIdGenerator built = SnowflakeIdGenerator.on(ledger(settings));
            return new IdSource(built, built);
        }
        if (!(handedOver instanceof IdGenerator generator)) {
            throw new HibernateException(SnowflakeSettings.GENERATOR + " must be an " + IdGenerator.class.getName()
                    + " object, but is " + shown(handedOver) + ": put the object itself into the settings, or set "
                    + SnowflakeSettings.WORKER);
        }
        if (!settings.isEmpty()) {
            throw new HibernateException(SnowflakeSettings.GENERATOR + " and " + String.join(", ", settings.keySet())
                    + " contradict each other, as a generator that is handed over has its layout and worker already:"
                    + " remove one or the other");
        }
        return new IdSource(generator, null);
    }

    private static Map<String, Object> ours(Map<?, ?> configuration) {
        Map<String, Object> found = new TreeMap<>();
        configuration.forEach((key, value) -> {
            if (key instanceof String name && name.startsWith(SnowflakeSettings.PREFIX) && value != null) {
                requireKnown(name);
                found.put(name, value);
            }
        });
        return found;
    }

    private static void requireKnown(String name) {
        if (!SnowflakeSettings.ALL.contains(name)) {
            throw new HibernateException(
                    "unknown setting " + name + ", known are " + String.join(", ", SnowflakeSettings.ALL));
        }
    }

    private static FixedWorkerLedger ledger(Map<String, Object> settings) {
        if (!settings.containsKey(SnowflakeSettings.WORKER)) {
            throw new HibernateException("@SnowflakeId has no source of ids: set " + SnowflakeSettings.WORKER
                    + " to a worker id that no other process uses, or hand an " + IdGenerator.class.getName()
                    + " over as " + SnowflakeSettings.GENERATOR);
        }
        Map<String, Object> byShortName = new TreeMap<>();
        settings.forEach((name, value) -> byShortName.put(name.substring(SnowflakeSettings.PREFIX.length()), value));
        try {
            return FixedWorkerLedger.fromSettings(byShortName, SnowflakeSettings.PREFIX);
        } catch (IllegalArgumentException e) {
            throw new HibernateException(e.getMessage(), e);
        }
    }

    private static String shown(Object value) {
        return value.getClass().getName() + " '" + value + "'";
    }

    IdGenerator ids() {
        return ids;
    }

    @Override
    public void stop() {
        if (builtHere != null) {
            builtHere.close();
        }
    }
}
