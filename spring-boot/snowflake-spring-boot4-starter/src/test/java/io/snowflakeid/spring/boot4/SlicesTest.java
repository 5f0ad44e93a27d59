package io.snowflakeid.spring.boot4;

import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.contract.SlicesContract;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.ContextConfiguration;
import tools.jackson.databind.json.JsonMapper;

class SlicesTest extends SlicesContract {

    @DataJpaTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = JpaApplication.class)
    static class Jpa {}

    @DataJdbcTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = DataJdbcApplication.class)
    static class Jdbc {}

    @JdbcTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = JsonApplication.class)
    @ImportAutoConfiguration(SnowflakeAutoConfiguration.class)
    static class PlainJdbc {}

    @MybatisTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = MyBatisApplication.class)
    static class MyBatis {}

    @WebMvcTest(controllers = OneHero.class)
    @ContextConfiguration(classes = {JsonApplication.class, OneHero.class})
    static class Web {}

    @JsonTest
    @ContextConfiguration(classes = JsonApplication.class)
    static class Json {}

    @Override
    protected String json(ApplicationContext slice, Object value) {
        return slice.getBean(JsonMapper.class).valueToTree(value).toString();
    }
}
