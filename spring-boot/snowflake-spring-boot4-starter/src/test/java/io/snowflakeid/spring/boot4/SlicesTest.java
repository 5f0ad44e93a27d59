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

    @DataJpaTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = JpaApplication.class)
    static class Jpa extends JpaSlice {}

    @Override
    protected Class<Jpa> jpa() {
        return Jpa.class;
    }

    @DataJdbcTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = DataJdbcApplication.class)
    static class Jdbc extends JdbcSlice {}

    @Override
    protected Class<Jdbc> jdbc() {
        return Jdbc.class;
    }

    @MybatisTest(properties = {"spring.flyway.enabled=false", "snowflake.worker=7"})
    @ContextConfiguration(classes = MyBatisApplication.class)
    static class MyBatis extends MyBatisSlice {}

    @Override
    protected Class<MyBatis> myBatis() {
        return MyBatis.class;
    }

    @WebMvcTest(controllers = OneHero.class)
    @ContextConfiguration(classes = {JsonApplication.class, OneHero.class})
    static class Web extends WebSlice {}

    @Override
    protected Class<Web> web() {
        return Web.class;
    }

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
