package io.snowflakeid.spring.boot.contract.aot;

import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.hibernate.SnowflakeId;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.spring.boot.contract.jpa.Hero;
import io.snowflakeid.spring.boot.contract.jpa.Heroes;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.Mail;
import io.snowflakeid.spring.boot.contract.mybatis.MailMapper;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application with JPA, MyBatis, a web server and a second generator, which prints its results and exits. */
@SpringBootApplication
@Import({JpaApplication.class, MyBatisApplication.class})
public class AotApplication {

    /** The prefix of a printed result. */
    static final String FACT = "fact: ";

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(AotApplication.class, args)) {
            tell("generators "
                    + Stream.of(context.getBeanFactory().getBeanNamesForType(SnowflakeIdGenerator.class, false, false))
                            .sorted()
                            .toList());
            insert(
                    context.getBean(JdbcTemplate.class),
                    context.getBean(Heroes.class),
                    context.getBean(MailMapper.class));
            tell("hibernate " + settings(context.getBean(EntityManagerFactory.class)));
        }
    }

    private static void insert(JdbcTemplate jdbc, Heroes heroes, MailMapper mails) {
        Hero hero = new Hero();
        hero.name = "Ayla";
        heroes.save(hero);
        Mail mail = new Mail();
        mail.subject = "hello";
        mails.insert(mail);
        tell("hero " + hero.getId().equals(jdbc.queryForObject("select id from hero", Long.class)));
        tell("mail " + mail.id.equals(jdbc.queryForObject("select id from mail", Long.class)));
    }

    private static List<String> settings(EntityManagerFactory factory) {
        return factory.getProperties().keySet().stream()
                .filter(name -> name.startsWith("hibernate.snowflake."))
                .sorted()
                .toList();
    }

    @SuppressWarnings("SystemOut") // the test reads it
    private static void tell(String fact) {
        System.out.println(FACT + fact);
    }

    @Entity
    static class Purchase {
        @Id
        @GeneratedValue(generator = "orders")
        @SnowflakeId
        Long id;
    }

    @Entity
    static class Receipt {
        @Id
        @GeneratedValue
        @SnowflakeRef
        Long id;
    }

    @Bean(defaultCandidate = false)
    IdSource orders() {
        return SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 5));
    }

    /** MyBatis's search for mappers does not work after the processing. */
    @Bean
    MapperFactoryBean<MailMapper> mailMapper(SqlSessionFactory sessions) {
        MapperFactoryBean<MailMapper> mapper = new MapperFactoryBean<>(MailMapper.class);
        mapper.setSqlSessionFactory(sessions);
        return mapper;
    }
}
