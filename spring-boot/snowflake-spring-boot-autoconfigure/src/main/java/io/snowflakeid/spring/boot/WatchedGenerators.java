package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.TimeSource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/** All generators of an application whose status can be read: those of {@code snowflake.*}, and beans that it made itself. */
final class WatchedGenerators {

    private final GeneratorFactory factory;
    private final ListableBeanFactory beans;
    private final TimeSource time;

    WatchedGenerators(GeneratorFactory factory, ListableBeanFactory beans, TimeSource time) {
        this.factory = factory;
        this.beans = beans;
        this.time = time;
    }

    /** By their names. */
    List<WatchedGenerator> all() {
        List<WatchedGenerator> all = new ArrayList<>();
        for (OpenGenerator open : factory.opened()) {
            all.add(new WatchedGenerator(Generators.tag(open.name()), open.ids(), open.ledger(), open.events(), time));
        }
        for (String bean :
                BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, SnowflakeIdGenerator.class, false, false)) {
            SnowflakeIdGenerator ids = beans.getBean(bean, SnowflakeIdGenerator.class);
            if (all.stream().noneMatch(known -> known.ids() == ids)) {
                all.add(new WatchedGenerator(nameOf(bean, ids), ids, null, null, time));
            }
        }
        return all;
    }

    /** The one that is injected where no name is given is the unnamed one, whatever its bean is called. */
    private String nameOf(String bean, SnowflakeIdGenerator ids) {
        return ids == beans.getBeanProvider(IdGenerator.class).getIfUnique()
                ? Generators.tag(Generators.UNNAMED)
                : Generators.nameOf(bean);
    }
}
