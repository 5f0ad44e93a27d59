package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.ibatis.annotations.Insert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ledger from properties alone. */
class LedgerTest {

    interface Mapper {
        @Insert("INSERT INTO hero (id) VALUES (#{id})")
        void insert(Hero hero);
    }

    private TestDatabase ledger;

    @BeforeEach
    void open() throws SQLException {
        ledger = TestDatabase.h2("ledger_" + UUID.randomUUID());
        ledger.execute("SELECT 1"); // H2 creates a database at the first connection
    }

    @AfterEach
    void close() throws SQLException {
        ledger.close();
    }

    private Map<String, Object> settings() {
        return Map.of(
                "ledger", ledger.url(), "ledger.user", ledger.user(), "ledger.password", "", "ledger.scope", "shared");
    }

    private Properties address() {
        Properties properties = new Properties();
        properties.putAll(settings());
        return properties;
    }

    private static SnowflakeInterceptor interceptor(Properties properties) {
        SnowflakeInterceptor interceptor = new SnowflakeInterceptor();
        interceptor.setProperties(properties);
        return interceptor;
    }

    /** The id of a row that is inserted. */
    private static long inserted(SnowflakeInterceptor interceptor) throws SQLException {
        Hero hero = new Hero();
        try (MyBatisOn setup = MyBatisOn.onH2(interceptor, Mapper.class, "CREATE TABLE hero (id BIGINT PRIMARY KEY)")) {
            setup.call(Mapper.class, mapper -> mapper.insert(hero));
            assertThat(setup.query("SELECT id FROM hero")).containsExactly(hero.id.toString());
        }
        return hero.id;
    }

    private List<WorkerEntry> workers() {
        return JdbcWorkerLedger.stored(ledger.dataSource(), "default").build().workers();
    }

    @Test
    void anAddressIsEnoughAndTheWorkerIsGivenBack() throws SQLException {
        try (SnowflakeInterceptor interceptor = interceptor(address())) {
            assertThat(SnowflakeLayout.DEFAULT.decode(inserted(interceptor)).worker())
                    .isZero();
            assertThat(workers()).singleElement().extracting("state").isEqualTo(WorkerEntry.State.HELD);
        }
        assertThat(workers()).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    @Test
    void aDataSourceObjectIsTaken() throws SQLException {
        Properties properties = new Properties();
        properties.putAll(Map.of("ledger", ledger.dataSource(), "ledger.scope", "shared"));
        try (SnowflakeInterceptor interceptor = interceptor(properties)) {
            assertThat(inserted(interceptor)).isPositive();
        }
        assertThat(workers()).hasSize(1);
    }

    @Test
    void aNameIsRefused() {
        Properties properties = address();
        properties.put("ledger", "jdbc/ledger");
        assertThatThrownBy(() -> interceptor(properties).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "SnowflakeInterceptor.ledger: 'jdbc/ledger' is no jdbc: address: give one, or put a"
                                + " javax.sql.DataSource object into the properties");
    }

    @Test
    void interceptorsAndOtherAdaptersShareOneWorker() throws SQLException {
        SnowflakeInterceptor first = interceptor(address());
        SnowflakeInterceptor second = interceptor(address());
        ConfiguredGenerator third = ConfiguredGenerator.open(settings(), "Other.", name -> name);
        assertThat(inserted(second)).isLessThan(inserted(first));
        assertThat(inserted(second)).isLessThan(third.ids().nextId());
        assertThat(workers()).hasSize(1);

        first.close();
        assertThat(inserted(second)).isPositive();
        third.close();
        second.close();
        assertThatThrownBy(() -> inserted(first)).rootCause().isInstanceOf(NoIdAvailableException.class);
    }
}
