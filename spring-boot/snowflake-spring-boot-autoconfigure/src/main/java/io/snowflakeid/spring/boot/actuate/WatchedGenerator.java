package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * A generator as meters, health and the endpoint look at it.
 *
 * @param name its tag
 * @param ledger null for a bean that the application made itself
 * @param events empty for a bean that the application made itself: then there is only what its status says
 */
record WatchedGenerator(
        String name, SnowflakeIdGenerator ids, @Nullable WorkerLedger ledger, GeneratorEvents events) {

    Standing standing() {
        return new Standing(this);
    }

    /**
     * All generators of an application whose status can be read. The one that is injected where no name is given is called
     * {@code default}, any other as its bean.
     *
     * @param described what {@code snowflake.*} says of the former; null if the application makes it itself
     * @param events what that generator has reported
     */
    record All(
            ListableBeanFactory beans,
            ObjectProvider<IdGenerator> unnamed,
            @Nullable GeneratorConfig described,
            GeneratorEvents events)
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
                    : new WatchedGenerator(name, ids, null, new GeneratorEvents(TimeSource.system()));
        }
    }
}
