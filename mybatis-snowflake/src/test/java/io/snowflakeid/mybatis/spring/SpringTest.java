package io.snowflakeid.mybatis.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.guide.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The interceptor in an application that uses mybatis-spring, without a starter of ours. */
class SpringTest {

    public interface HeroMapper {
        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        void insert(Hero hero);

        @Select("SELECT id FROM hero ORDER BY name")
        List<Long> ids();
    }

    @Configuration
    @MapperScan(basePackageClasses = SpringTest.class)
    static class MyBatisConfiguration {

        @Bean
        SnowflakeIdGenerator ids() {
            return SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3));
        }

        @Bean
        SqlSessionFactory sessions(DataSource dataSource, IdGenerator ids) throws Exception {
            SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
            factory.setDataSource(dataSource);
            factory.setPlugins(new SnowflakeInterceptor(ids));
            return factory.getObject();
        }

        @Bean
        PlatformTransactionManager transactions(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }
    }

    private TestDatabase database;
    private AnnotationConfigApplicationContext context;

    @BeforeEach
    void start() throws SQLException {
        database = TestDatabase.h2("spring_" + UUID.randomUUID());
        database.execute("CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))");
        context = new AnnotationConfigApplicationContext();
        context.registerBean(DataSource.class, () -> database.dataSource());
        context.register(MyBatisConfiguration.class);
        context.refresh();
    }

    @AfterEach
    void stop() throws SQLException {
        context.close();
        database.close();
    }

    @Test
    void aScannedMapperInsertsRowsWithIds() {
        HeroMapper mapper = context.getBean(HeroMapper.class);
        Hero ann = new Hero("Ann");
        Hero bob = new Hero("Bob");

        mapper.insert(ann);
        mapper.insert(bob);

        assertThat(mapper.ids()).containsExactly(ann.getId(), bob.getId());
        assertThat(SnowflakeLayout.DEFAULT.decode(ann.getId()).worker()).isEqualTo(3);
    }

    @Test
    void aTransactionThatIsRolledBackLeavesTheIdsInTheBeansAndNoRows() {
        HeroMapper mapper = context.getBean(HeroMapper.class);
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        Hero ann = new Hero("Ann");

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    mapper.insert(ann);
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(mapper.ids()).isEmpty();
        Long first = ann.getId();

        transaction.executeWithoutResult(status -> mapper.insert(ann));
        assertThat(mapper.ids()).containsExactly(first);
    }
}
