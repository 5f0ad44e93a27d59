package io.snowflakeid.verification.rows;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.data.SnowflakeDataJdbcAutoConfiguration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

record DataJdbcRows(JdbcAggregateTemplate template, TransactionTemplate transactions) implements Work.Source {

    @SuppressWarnings("resource") // open as long as the process
    static DataJdbcRows on(DataSource database) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(IdGenerator.class, () -> Ids.Ours.IDS);
        context.registerBean(NamedParameterJdbcOperations.class, () -> new NamedParameterJdbcTemplate(database));
        context.register(NoScan.class, SnowflakeDataJdbcAutoConfiguration.class);
        context.refresh();
        return new DataJdbcRows(
                context.getBean(JdbcAggregateTemplate.class),
                new TransactionTemplate(new DataSourceTransactionManager(database)));
    }

    @Override
    public Work of(Ids ids) {
        return switch (ids) {
            case PRESET -> insert(Hero.HeroPreset::new);
            case SNOWFLAKEID -> insert(Hero.HeroSnowflakeid::new);
            case HYPERSISTENCE -> insert(DataJdbcRows::heroWithTsid);
            default -> insert(Hero.HeroIdentity::new);
        };
    }

    private static Hero heroWithTsid() {
        Hero.HeroHypersistence hero = new Hero.HeroHypersistence();
        hero.id = Ids.TSIDS.generate().toLong();
        return hero;
    }

    private Work insert(Supplier<Object> heroes) {
        return () -> transactions.executeWithoutResult(status ->
                template.insertAll(Stream.generate(heroes).limit(Work.ROWS).toList()));
    }

    static class NoScan extends AbstractJdbcConfiguration {

        @Override
        protected Set<Class<?>> getInitialEntitySet() {
            return Set.of();
        }
    }
}
