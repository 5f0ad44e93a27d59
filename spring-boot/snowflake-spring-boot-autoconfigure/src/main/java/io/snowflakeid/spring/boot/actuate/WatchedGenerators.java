package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * All generators of an application whose status can be read. The one that is injected where no name is given is called {@code default},
 * any other as its bean.
 *
 * @param described what {@code snowflake.*} says of the former; null if the application makes it itself
 * @param events what that generator told
 */
record WatchedGenerators(
        ListableBeanFactory beans,
        ObjectProvider<IdGenerator> unnamed,
        @Nullable GeneratorConfig described,
        GeneratorEvents events) {

    List<WatchedGenerator> all() {
        List<WatchedGenerator> all = new ArrayList<>();
        for (String bean :
                BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, SnowflakeIdGenerator.class, true, false)) {
            SnowflakeIdGenerator ids = beans.getBean(bean, SnowflakeIdGenerator.class);
            boolean isUnnamed = ids == unnamed.getIfUnique();
            GeneratorConfig ours = isUnnamed ? described : null;
            all.add(new WatchedGenerator(
                    isUnnamed ? "default" : bean,
                    ids,
                    ours == null ? null : ours.ledger(),
                    ours == null ? null : events,
                    TimeSource.system()));
        }
        return all;
    }
}
