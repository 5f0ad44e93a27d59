package io.snowflakeid.spring.boot;

import io.snowflakeid.GeneratorListener;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Opens the generators that {@code snowflake.*} describes. */
final class GeneratorFactory {

    private final GeneratorProperties unnamed;
    private final SnowflakeProperties properties;
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, OpenGenerator> opened = new ConcurrentSkipListMap<>();

    GeneratorFactory(
            GeneratorProperties unnamed, SnowflakeProperties properties, ConfigurableListableBeanFactory beans) {
        this.unnamed = unnamed;
        this.properties = properties;
        this.beans = beans;
    }

    SnowflakeIdGenerator open(String name) {
        GeneratorProperties wanted = name.equals(Generators.UNNAMED)
                ? unnamed
                : properties.generators().get(name);
        if (wanted == null) {
            throw new IllegalStateException("no generator " + name);
        }
        WorkerLedger ledger = ledger(name, wanted);
        GeneratorEventCounts events = new GeneratorEventCounts();
        SnowflakeIdGenerator.Builder builder =
                SnowflakeIdGenerator.builder(ledger).maxWait(wanted.maxWait()).listener(events);
        // looked up now: when the generator is closed, those are gone that were made later
        beans.getBeanProvider(GeneratorListener.class).orderedStream().forEach(builder::listener);
        SnowflakeIdGenerator ids = builder.build();
        opened.put(name, new OpenGenerator(name, ids, ledger, events));
        return ids;
    }

    /** Those that were opened, by their names. */
    Collection<OpenGenerator> opened() {
        return opened.values();
    }

    private WorkerLedger ledger(String name, GeneratorProperties wanted) {
        if (wanted.worker() != null) {
            Map<String, Object> settings = new HashMap<>();
            settings.put("worker", wanted.worker());
            settings.put("layout", wanted.layout());
            return FixedWorkerLedger.fromSettings(settings, "snowflake.");
        }
        String dataSource = wanted.ledger().dataSource();
        if (dataSource == null) {
            throw new SnowflakeStartException("no ledger chosen", "choose one");
        }
        DataSource source = beans.getBean(dataSource, DataSource.class);
        beans.registerDependentBean(dataSource, Generators.beanName(name));
        return JdbcWorkerLedger.shared(SnowflakeLayout.parse(wanted.layout()), source)
                .namespace(wanted.namespace())
                .build();
    }
}
