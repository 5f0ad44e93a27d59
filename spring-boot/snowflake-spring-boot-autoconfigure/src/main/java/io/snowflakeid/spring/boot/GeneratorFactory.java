package io.snowflakeid.spring.boot;

import io.snowflakeid.GeneratorListener;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.GeneratorConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Opens the generators that {@code snowflake.*} describes. */
final class GeneratorFactory {

    private final GeneratorProperties unnamed;
    private final SnowflakeProperties properties;
    private final ConfigurableListableBeanFactory beans;
    private final InstantSource time;
    private final Map<String, OpenGenerator> opened = new ConcurrentSkipListMap<>();

    GeneratorFactory(
            GeneratorProperties unnamed,
            SnowflakeProperties properties,
            ConfigurableListableBeanFactory beans,
            InstantSource time) {
        this.unnamed = unnamed;
        this.properties = properties;
        this.beans = beans;
        this.time = time;
    }

    /**
     * Acquires a worker, and starts.
     *
     * @throws SnowflakeStartException if settings are missing, malformed or contradict each other
     * @throws io.snowflakeid.WorkerLedgerException if no worker is granted
     */
    SnowflakeIdGenerator open(String name) {
        GeneratorProperties wanted = name.equals(Generators.UNNAMED)
                ? unnamed
                : properties.generators().get(name);
        if (wanted == null) {
            throw new IllegalStateException("snowflake.generators has no " + name); // its bean was made from there
        }
        GeneratorConfig described = new DescribedGenerator(name, wanted, beans).ledger();
        requireLifetime(described.ledger().layout());
        GeneratorEventCounts events = new GeneratorEventCounts();
        SnowflakeIdGenerator.Builder builder = described.generator().listener(events);
        // looked up now: when the generator is closed, those are gone that were made later
        beans.getBeanProvider(GeneratorListener.class).orderedStream().forEach(builder::listener);
        // closed after the generator, and so is what they need
        for (String listener : beans.getBeanNamesForType(GeneratorListener.class)) {
            beans.registerDependentBean(listener, Generators.beanName(name));
        }
        SnowflakeIdGenerator ids = builder.build();
        opened.put(name, new OpenGenerator(name, ids, described.ledger(), events));
        return ids;
    }

    private void requireLifetime(SnowflakeLayout layout) {
        Period required = properties.requiredLifetime();
        Instant latest = time.instant().atZone(ZoneOffset.UTC).plus(required).toInstant();
        // one that has ended already is refused by its ledger
        if (!required.isZero() && layout.exhaustedAt().isBefore(latest)) {
            throw new SnowflakeStartException(
                    "layout " + layout.spec() + " runs out at " + layout.exhaustedAt()
                            + ", but snowflake.required-lifetime asks for " + required + ", until " + latest + ".",
                    "Plan the move to a layout with more timestamp bits or a later epoch, as docs/ids.md describes it; until then, set"
                            + " snowflake.required-lifetime to less.");
        }
    }

    /** Those that were opened, by their names. */
    Collection<OpenGenerator> opened() {
        return opened.values();
    }
}
