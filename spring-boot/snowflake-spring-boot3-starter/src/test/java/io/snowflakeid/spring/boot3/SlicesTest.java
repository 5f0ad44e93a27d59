package io.snowflakeid.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.spring.boot.contract.SlicesContract;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.test.context.ContextConfiguration;

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
        private ObjectMapper mapper;
    }

    @Test
    void aSliceWithJsonWritesIdsAsText() {
        start(
                JsonSlice.class,
                slice -> assertThat(slice.mapper.valueToTree(hero()).get("id").isTextual())
                        .isTrue());
    }
}
