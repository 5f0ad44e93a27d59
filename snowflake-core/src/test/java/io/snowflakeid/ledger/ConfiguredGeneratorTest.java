package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.DecodedId;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.InThreads;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What users of generators that settings describe share. */
class ConfiguredGeneratorTest {

    private TestDatabase database;

    @BeforeEach
    void open() {
        database = TestDatabase.h2("c" + UUID.randomUUID().toString().replace("-", ""));
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private static ConfiguredGenerator on(Map<String, ?> settings) {
        return ConfiguredGenerator.open(settings, "x.", name -> name);
    }

    private Map<String, Object> address(Object... namesAndValues) {
        Map<String, Object> all = new HashMap<>(Map.of("ledger.password", "", "ledger.scope", "shared"));
        all.put("ledger", database.url());
        all.put("ledger.user", database.user());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    private static DecodedId id(ConfiguredGenerator user) {
        return user.ids().layout().decode(user.ids().nextId());
    }

    private List<WorkerEntry> workers(String namespace) {
        return JdbcWorkerLedger.stored(database.dataSource(), namespace).build().workers();
    }

    @Test
    void anAddressThatDoesNotAnswerLeavesNothingOpen() throws SQLException {
        database.execute("SELECT 1"); // H2 makes a database for whoever comes first
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> on(address("ledger.user", "stranger")).close())
                    .isInstanceOf(WorkerLedgerException.class);
        }
        try (ConfiguredGenerator user = on(address())) {
            assertThat(id(user).worker()).isZero();
        }
    }

    @Test
    void usersOfOneLedgerShareAWorkerUntilTheLastIsClosed() {
        ConfiguredGenerator one = on(address("ledger.create-tables", true));
        ConfiguredGenerator other = on(address("ledger.create-tables", "true"));
        assertThat(id(other).worker()).isEqualTo(id(one).worker());
        assertThat(workers("default")).hasSize(1);

        one.close();
        one.close(); // counts once
        assertThat(id(other).worker()).isZero();

        other.close();
        assertThatThrownBy(() -> id(one)).isInstanceOf(NoIdAvailableException.class);
        assertThat(workers("default")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    @Test
    void otherSettingsAndOtherDataSourcesAreNotShared() {
        try (ConfiguredGenerator one = on(address());
                ConfiguredGenerator hasty = on(address("max-wait", "1s"));
                ConfiguredGenerator pool = on(Map.of("ledger", database.dataSource(), "ledger.scope", "shared"))) {
            assertThat(List.of(id(one).worker(), id(hasty).worker(), id(pool).worker()))
                    .containsExactly(0L, 1L, 2L);
        }
    }

    /** As two applications of one server may name their databases. */
    @Test
    void oneNameOfTwoDatabasesIsNotShared() throws SQLException {
        Map<String, String> settings = Map.of("ledger", "ids", "ledger.scope", "shared");
        TestDatabase other = TestDatabase.h2("o" + UUID.randomUUID().toString().replace("-", ""));
        try (other;
                ConfiguredGenerator here = ConfiguredGenerator.open(settings, "x.", name -> database.dataSource());
                ConfiguredGenerator there = ConfiguredGenerator.open(settings, "x.", name -> other.dataSource())) {
            assertThat(there.ids()).isNotSameAs(here.ids());
        }
    }

    @Test
    void usersMayComeAndGoAtOnce() throws Exception {
        List<Long> ids = InThreads.call(8, 400, () -> {
            try (ConfiguredGenerator user = on(address())) {
                return user.ids().nextId();
            }
        });
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(workers("default")).allMatch(worker -> worker.state() == WorkerEntry.State.FREE);
    }

    @Test
    void aFixedWorkerIsClaimedOnce() {
        Map<String, Object> settings = Map.of("worker", 9, "namespace", "configured", "max-wait", "5s");
        try (ConfiguredGenerator ids = on(settings)) {
            assertThat(id(ids).worker()).isEqualTo(9);
            assertThatThrownBy(() -> on(settings).close())
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContaining("is already claimed in this process");
        }
    }
}
