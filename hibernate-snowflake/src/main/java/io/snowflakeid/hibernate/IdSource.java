package io.snowflakeid.hibernate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.HibernateException;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Stoppable;

/**
 * The generators that the entities of a service registry share, by name. Those that were built here are closed when Hibernate
 * destroys the registry, so that the next session factory can claim their workers (on a ledger: closed with the last one that shares
 * them); those that were handed over are left alone.
 */
final class IdSource implements Service, Stoppable {

    private static final long serialVersionUID = 1L;

    // transient: a service is never written out, though Hibernate's interface says it could be
    private final transient SourceSettings settings;
    private final transient Map<String, IdGenerator> generators = new TreeMap<>();
    private final transient List<ConfiguredGenerator> builtHere = new ArrayList<>();

    private IdSource(SourceSettings settings) {
        this.settings = settings;
    }

    /**
     * Takes the generators that the settings hand over, and builds the others; see {@link SnowflakeSettings}.
     *
     * @param configuration all settings of Hibernate
     * @param dataSources where a ledger's data source is found by name
     * @throws HibernateException if the settings are unknown, contradict each other, or lack what is needed
     */
    static IdSource configuredBy(Map<?, ?> configuration, NamedDataSources dataSources) {
        IdSource source = new IdSource(SourceSettings.in(configuration));
        try {
            source.settings.byGenerator().keySet().forEach(name -> source.add(name, dataSources));
        } catch (RuntimeException e) {
            source.stop(); // gives the workers back that were claimed before
            throw e;
        }
        return source;
    }

    private void add(String name, NamedDataSources dataSources) {
        IdGenerator handedOver = settings.handedOver(name);
        if (handedOver != null) {
            generators.put(name, IdGenerator.checked(handedOver));
            return;
        }
        ConfiguredGenerator built = settings.open(name, dataSources);
        builtHere.add(built);
        generators.put(name, built);
    }

    /**
     * The generator of a name.
     *
     * @throws HibernateException if the settings do not describe it, saying what to set
     */
    IdGenerator ids(String name) {
        IdGenerator found = generators.get(name);
        if (found != null) {
            return found;
        }
        if (name.equals(SourceSettings.UNNAMED)) {
            throw settings.noSource(name);
        }
        List<String> known = generators.keySet().stream()
                .filter(other -> !other.equals(SourceSettings.UNNAMED))
                .toList();
        throw new HibernateException(
                "there is no generator '" + name + "', known are " + known + ": set " + SourceSettings.objectKey(name)
                        + ", " + SourceSettings.prefix(name) + "worker or " + SourceSettings.prefix(name) + "ledger");
    }

    @Override
    public void stop() {
        builtHere.forEach(ConfiguredGenerator::close);
    }
}
