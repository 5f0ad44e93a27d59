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
 * A generator whose state the meters, the health indicator and the endpoint show.
 *
 * @param name the generator's name in the tag {@code generator}
 * @param ledger the generator's ledger, or null for a generator that the application defines
 * @param events the recorded events, which are always empty for a generator that the application defines
 */
record WatchedGenerator(
        String name, SnowflakeIdGenerator ids, @Nullable WorkerLedger ledger, RecordedEvents events) {

    GeneratorHealthState state() {
        return new GeneratorHealthState(this);
    }

    /**
     * All generators of an application. The primary or only generator is called {@code default}, and each other generator has the name of its
     * bean.
     *
     * @param described the settings {@code snowflake.*} of the generator {@code default}, or null if the application defines this generator
     * @param events the events of the generator {@code default}
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
