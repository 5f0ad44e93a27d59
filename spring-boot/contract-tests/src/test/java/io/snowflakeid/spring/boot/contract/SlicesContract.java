package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import io.snowflakeid.spring.boot.contract.jpa.Hero;
import io.snowflakeid.spring.boot.contract.jpa.Heroes;
import io.snowflakeid.spring.boot.contract.mybatis.Mail;
import io.snowflakeid.spring.boot.contract.mybatis.MailMapper;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tests of users that start a slice of their application, whose rows need ids in it as well; each line of Boot has its annotations. */
public abstract class SlicesContract {

    private final Class<? extends JpaSlice> jpa;
    private final Class<? extends JdbcSlice> jdbc;
    private final Class<? extends MyBatisSlice> myBatis;
    private final Class<? extends WebSlice> web;

    protected SlicesContract(
            Class<? extends JpaSlice> jpa,
            Class<? extends JdbcSlice> jdbc,
            Class<? extends MyBatisSlice> myBatis,
            Class<? extends WebSlice> web) {
        this.jpa = jpa;
        this.jdbc = jdbc;
        this.myBatis = myBatis;
        this.web = web;
    }

    /** Makes a test, starts its application as Spring's extension does, under any version of JUnit, and injects into it. */
    protected static <T> void start(Class<T> test, Consumer<T> body) {
        TestContextManager manager = new TestContextManager(test);
        var context = (ConfigurableApplicationContext) manager.getTestContext().getApplicationContext();
        try {
            var constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            T made = constructor.newInstance();
            manager.prepareTestInstance(made);
            body.accept(made);
        } catch (Exception e) {
            throw new AssertionError("nothing can be injected into " + test.getSimpleName(), e);
        } finally {
            context.close();
        }
    }

    public static class JpaSlice {
        @Autowired
        Heroes heroes;
    }

    @Test
    protected void aSliceWithJpaHasIds() {
        start(
                jpa,
                slice -> assertThat(slice.heroes.saveAndFlush(new Hero()).getId())
                        .isPositive());
    }

    public static class JdbcSlice {
        @Autowired
        DataJdbcApplication.Players players;

        @Autowired
        JdbcTemplate jdbc;
    }

    @Test
    protected void aSliceWithSpringDataJdbcHasIds() {
        start(jdbc, slice -> {
            slice.jdbc.execute("create table player (id bigint primary key, name varchar(100))");
            var saved = slice.players.save(new DataJdbcApplication.Player(null, "Ayla"));
            assertThat(saved.id()).isPositive();
        });
    }

    public static class MyBatisSlice {
        @Autowired
        MailMapper mails;

        @Autowired
        JdbcTemplate jdbc;
    }

    @Test
    protected void aSliceWithMyBatisHasIds() {
        start(myBatis, slice -> {
            slice.jdbc.execute("create table mail (id bigint primary key, subject varchar(100))");
            Mail mail = new Mail();
            slice.mails.insert(mail);
            assertThat(mail.id).isPositive();
        });
    }

    public static class WebSlice {
        @Autowired
        MockMvc mvc;
    }

    @Test
    protected void aSliceWithControllersWritesIdsAsText() {
        start(
                web,
                slice -> assertThat(MockMvcTester.create(slice.mvc).get().uri("/hero"))
                        .bodyText()
                        .contains("\"id\":\"2123748188476166151\""));
    }

    protected static Hero hero() {
        Hero hero = new Hero();
        hero.setId(2123748188476166151L);
        return hero;
    }

    @RestController
    public static class OneHero {

        @GetMapping("/hero")
        Hero hero() {
            return SlicesContract.hero();
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    public static class JsonApplication {}
}
