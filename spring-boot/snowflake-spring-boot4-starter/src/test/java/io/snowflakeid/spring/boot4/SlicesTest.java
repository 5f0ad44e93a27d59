package io.snowflakeid.spring.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.contract.SlicesContract;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.context.ContextConfiguration;
import tools.jackson.databind.json.JsonMapper;

class SlicesTest extends SlicesContract {

    SlicesTest() {
        super(Jpa.class, Jdbc.class, MyBatis.class, Web.class);
    }

    @DataJpaTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = JpaApplication.class)
    static class Jpa extends JpaSlice {}

    @DataJdbcTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = DataJdbcApplication.class)
    static class Jdbc extends JdbcSlice {}

    @MybatisTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = MyBatisApplication.class)
    static class MyBatis extends MyBatisSlice {}

    @WebMvcTest(controllers = OneHero.class)
    @ContextConfiguration(classes = {JsonApplication.class, OneHero.class})
    static class Web extends WebSlice {}

    @JsonTest
    @ContextConfiguration(classes = JsonApplication.class)
    static class JsonSlice {
        @Autowired
        private JsonMapper mapper;
    }

    @Test
    void aSliceWithJsonWritesIdsAsText() {
        start(
                JsonSlice.class,
                slice -> assertThat(slice.mapper.valueToTree(hero()).get("id").isString())
                        .isTrue());
    }
}
