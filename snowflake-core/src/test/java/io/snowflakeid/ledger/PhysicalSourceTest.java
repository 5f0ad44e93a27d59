package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.RouterLookAlike;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** The routers of others, as applications use them, and how long a ledger's own connections wait for a server. */
class PhysicalSourceTest {

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
                        "a physical data source is needed",
                        router.getClass().getName() + " routes to many",
                        "pass the pool of one database");
        assertThatThrownBy(() -> GeneratorConfig.parse(
                        Map.of("ledger", router, "ledger.scope", "shared"), "x."::concat, name -> name))
                .hasMessageStartingWith("x.ledger: a physical data source is needed");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db/ids,                     10000, 10000",
        "jdbc:mysql://db/ids?connectTimeout=5000,      , 10000",
        "jdbc:mariadb://db/ids?SocketTimeout=5000, 10000,",
        "jdbc:postgresql://db/ids,                   10,    10",
        "jdbc:postgresql://db/ids?socketTimeout=3&connectTimeout=2,,",
        "jdbc:h2:mem:ids,                              ,"
    })
    void aServerThatDoesNotAnswerIsGivenUpAfterTenSecondsUnlessTheAddressSaysOtherwise(
            String url, String connectTimeout, String socketTimeout) {
        Properties properties = PhysicalSource.properties(url, "me", "secret");
        assertThat(properties).containsEntry("user", "me").containsEntry("password", "secret");
        assertThat(properties.getProperty("connectTimeout")).isEqualTo(connectTimeout);
        assertThat(properties.getProperty("socketTimeout")).isEqualTo(socketTimeout);
    }
}
