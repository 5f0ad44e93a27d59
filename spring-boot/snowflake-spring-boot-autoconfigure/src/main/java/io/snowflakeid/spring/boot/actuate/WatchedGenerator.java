package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * A generator whose state the meters, the health indicator and the endpoint report.
 *
 * @param name the generator's name in meters, health details and the endpoint
 * @param ledger the generator's ledger, or null if the application defines the generator
 * @param events the recorded events, which remain empty if the application defines the generator
 */
record WatchedGenerator(
        String name, SnowflakeIdGenerator ids, @Nullable WorkerLedger ledger, RecordedEvents events) {

    GeneratorHealthState state() {
        return new GeneratorHealthState(this);
    }

    /**
     * Finds all generators of an application. The primary or only generator has the name {@code default}. Every non-primary generator has the name of
     * its bean.
     *
     * @param described the configuration of the auto-configured generator, or null if the application defines the generator
     * @param events the events of the auto-configured generator
     */
    record All(
            ListableBeanFactory beans,
            ObjectProvider<IdGenerator> unnamed,
            @Nullable GeneratorConfig described,
            RecordedEvents events)
            implements Supplier<List<WatchedGenerator>> {

        @Override
        public List<WatchedGenerator> get() {
            return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                            beans, SnowflakeIdGenerator.class, true, false))
                    .map(this::watched)
                    .toList();
        }

        private WatchedGenerator watched(String bean) {
            SnowflakeIdGenerator ids = beans.getBean(bean, SnowflakeIdGenerator.class);
            boolean isUnnamed = ids == unnamed.getIfUnique();
            String name = isUnnamed ? "default" : bean;
            return isUnnamed && described != null
                    ? new WatchedGenerator(name, ids, described.ledger(), events)
                    : new WatchedGenerator(name, ids, null, new RecordedEvents(TimeSource.system()));
        }
    }
}
