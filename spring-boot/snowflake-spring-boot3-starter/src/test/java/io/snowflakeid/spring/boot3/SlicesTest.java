package io.snowflakeid.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.spring.boot.contract.Slice;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import io.snowflakeid.spring.boot.contract.jpa.Hero;
import io.snowflakeid.spring.boot.contract.jpa.Heroes;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.Mail;
import io.snowflakeid.spring.boot.contract.mybatis.MailMapper;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tests of users that start a slice of their application, whose rows need ids in it as well. */
class SlicesTest {

    @DataJpaTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = JpaApplication.class)
    static class JpaSlice {
        @Autowired
        private Heroes heroes;
    }

    @Test
    void aSliceWithJpaHasIds() {
        Slice.of(
                JpaSlice.class,
                slice -> assertThat(slice.heroes.saveAndFlush(new Hero()).getId())
                        .isPositive());
    }

    @DataJdbcTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = DataJdbcApplication.class)
    static class JdbcSlice {
        @Autowired
        private DataJdbcApplication.Players players;

        @Autowired
        private JdbcTemplate jdbc;
    }

    @Test
    void aSliceWithSpringDataJdbcHasIds() {
        Slice.of(JdbcSlice.class, slice -> {
            slice.jdbc.execute("create table player (id bigint primary key, name varchar(100))");
            assertThat(slice.players
                            .save(new DataJdbcApplication.Player(null, "Ayla"))
                            .id())
                    .isPositive();
        });
    }

    @MybatisTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = MyBatisApplication.class)
    static class MyBatisSlice {
        @Autowired
        private MailMapper mails;

        @Autowired
        private JdbcTemplate jdbc;
    }

    @Test
    void aSliceWithMyBatisHasIds() {
        Slice.of(MyBatisSlice.class, slice -> {
            slice.jdbc.execute("create table mail (id bigint primary key, subject varchar(100))");
            Mail mail = new Mail();
            slice.mails.insert(mail);
            assertThat(mail.getId()).isPositive();
        });
    }

    @JsonTest
    @ContextConfiguration(classes = JsonApplication.class)
    static class JsonSlice {
        @Autowired
        private ObjectMapper mapper;
    }

    @Test
    void aSliceWithJsonWritesIdsAsText() {
        Slice.of(
                JsonSlice.class,
                slice -> assertThat(slice.mapper.valueToTree(hero()).get("id").isTextual())
                        .isTrue());
    }

    @WebMvcTest(controllers = OneHero.class)
    @ContextConfiguration(classes = {JsonApplication.class, OneHero.class})
    static class WebSlice {
        @Autowired
        private MockMvc mvc;
    }

    @Test
    void aSliceWithControllersWritesIdsAsText() {
        Slice.of(
                WebSlice.class,
                slice -> assertThat(MockMvcTester.create(slice.mvc).get().uri("/hero"))
                        .bodyText()
                        .contains("\"id\":\"2123748188476166151\""));
    }

    private static Hero hero() {
        Hero hero = new Hero();
        hero.setId(2123748188476166151L);
        return hero;
    }

    @RestController
    static class OneHero {

        @GetMapping("/hero")
        Hero hero() {
            return SlicesTest.hero();
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class JsonApplication {}
}
