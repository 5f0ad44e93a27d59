package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import io.snowflakeid.SnowflakeLayout;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.RouterLookAlike;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** The routers of others, as applications use them. */
class RoutingDataSourcesTest {

    private static final class TenantDataSource extends AbstractRoutingDataSource {
        @Override
        protected Object determineCurrentLookupKey() {
            return "a";
        }
    }

    static Stream<DataSource> routers() {
        return Stream.of(new DynamicRoutingDataSource(List.of()), new TenantDataSource(), new RouterLookAlike());
    }

    @ParameterizedTest
    @MethodSource("routers")
    void aRouterIsRejectedByItsType(DataSource router) {
        assertThatThrownBy(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, router))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "a ledger needs a physical data source",
                        router.getClass().getName() + " routes to many",
                        "pass the pool of one database");
        assertThatThrownBy(() -> GeneratorConfig.parse(
                        Map.of("ledger", router, "ledger.scope", "shared"), "x."::concat, name -> name))
                .hasMessageStartingWith("x.ledger: a ledger needs a physical data source");
    }
}
