package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Player;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Players;
import io.snowflakeid.spring.boot.contract.jpa.Hero;
import io.snowflakeid.spring.boot.contract.jpa.Heroes;
import io.snowflakeid.spring.boot.contract.mybatis.Mail;
import io.snowflakeid.spring.boot.contract.mybatis.MailMapper;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Test slices, whose rows need ids too. Each Boot version has its own annotations, on the nested classes {@code Jpa}, {@code Jdbc},
 * {@code PlainJdbc}, {@code MyBatis}, {@code Web} and {@code Json} of its test.
 */
public abstract class SlicesContract {

    private static final String ID_AS_TEXT = "\"id\":\"2123748188476166151\"";

    /** Starts the application of a slice as Spring's extension does, under any version of JUnit. */
    private void inSlice(String name, Consumer<ApplicationContext> body) {
        Class<?> slice = ClassUtils.resolveClassName(
                getClass().getName() + "$" + name, getClass().getClassLoader());
        try (var context = (ConfigurableApplicationContext)
                new TestContextManager(slice).getTestContext().getApplicationContext()) {
            body.accept(context);
        }
    }

    @Test
    protected void aSliceWithJpaHasIds() {
        inSlice(
                "Jpa",
                slice -> assertThat(slice.getBean(Heroes.class).save(new Hero()).getId())
                        .isPositive());
    }

    @Test
    protected void aSliceWithSpringDataJdbcHasIds() {
        inSlice("Jdbc", slice -> {
            slice.getBean(JdbcTemplate.class).execute("create table player (id bigint primary key, name varchar(100))");
            assertThat(slice.getBean(Players.class)
                            .save(new Player(null, "Ayla"))
                            .id())
                    .isPositive();
        });
    }

    @Test
    protected void aSliceWithJdbcAloneHasAGeneratorIfItImportsOne() {
        inSlice(
                "PlainJdbc",
                slice -> assertThat(slice.getBean(IdGenerator.class).nextId()).isPositive());
    }

    @Test
    protected void aSliceWithMyBatisHasIds() {
        inSlice("MyBatis", slice -> {
            slice.getBean(JdbcTemplate.class)
                    .execute("create table mail (id bigint primary key, subject varchar(100))");
            Mail mail = new Mail();
            slice.getBean(MailMapper.class).insert(mail);
            assertThat(mail.id).isPositive();
        });
    }

    @Test
    protected void aSliceWithControllersWritesIdsAsText() {
        inSlice(
                "Web",
                slice -> assertThat(MockMvcTester.create(slice.getBean(MockMvc.class))
                                .get()
                                .uri("/hero"))
                        .bodyText()
                        .contains(ID_AS_TEXT));
    }

    @Test
    protected void aSliceWithJsonWritesIdsAsText() {
        inSlice("Json", slice -> assertThat(json(slice, new OneHero().hero())).contains(ID_AS_TEXT));
    }

    /** Writes a value by the slice's mapper. */
    protected abstract String json(ApplicationContext slice, Object value);

    @RestController
    public static class OneHero {

        @GetMapping("/hero")
        Hero hero() {
            Hero hero = new Hero();
            hero.setId(2123748188476166151L);
            return hero;
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    public static class JsonApplication {}
}
