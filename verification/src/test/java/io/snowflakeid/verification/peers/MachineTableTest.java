package io.snowflakeid.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.InMemoryMachineStateStorage;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.machine.MachineIdLostException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stand-in for CosId's own JDBC distributor keeps to the rules that this one documents. */
class MachineTableTest {

    private static final Duration SAFE_GUARD = Duration.ofMinutes(5);
    private static final InstanceId FIRST = InstanceId.of("host", 1, false);
    private static final InstanceId SECOND = InstanceId.of("host", 2, false);

    private final Database database = new Database("machines", "jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
    private Connection keptOpen;

    @BeforeEach
    void create() throws SQLException {
        keptOpen = database.connect();
        MachineTable.create(database);
        MachineTable.create(database); // a second run finds it
    }

    @AfterEach
    void close() throws SQLException {
        keptOpen.close();
    }

    @Test
    void countsUpInEachNamespace() {
        assertThat(distribute("a", FIRST)).isZero();
        assertThat(distribute("a", SECOND)).isEqualTo(1);
        assertThat(distribute("b", SECOND)).isZero();
    }

    @Test
    void anInstanceKeepsItsMachine() {
        assertThat(distribute("a", FIRST)).isZero();
        assertThat(distribute("a", SECOND)).isEqualTo(1);
        assertThat(distribute("a", FIRST)).isZero();
    }

    @Test
    void aMachineThatWasGivenBackIsFreeAtOnce() {
        MachineTable table = table();
        table.distribute("a", 10, FIRST, SAFE_GUARD);
        table.revert("a", FIRST);

        assertThat(distribute("a", SECOND)).isZero();
    }

    @Test
    void aMachineWithoutAHeartbeatGoesToAnotherAndItsHolderIsToldAtItsNextHeartbeat() throws SQLException {
        MachineTable holder = table();
        holder.distribute("a", 10, FIRST, SAFE_GUARD);
        age(SAFE_GUARD.plusSeconds(1));

        assertThat(distribute("a", SECOND)).isZero();
        assertThatThrownBy(() -> holder.guard("a", FIRST, SAFE_GUARD)).isInstanceOf(MachineIdLostException.class);
    }

    @Test
    void forgetsOneNamespace() throws SQLException {
        distribute("a", FIRST);
        distribute("b", FIRST);

        MachineTable.forget(database, "a");

        assertThat(distribute("a", SECOND)).isZero();
        assertThat(distribute("b", SECOND)).isEqualTo(1);
    }

    private int distribute(String namespace, InstanceId instance) {
        return table().distribute(namespace, 10, instance, SAFE_GUARD).getMachineId();
    }

    private MachineTable table() {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl(database.url());
        source.setUser(database.user());
        return new MachineTable(source, new InMemoryMachineStateStorage(), ClockBackwardsSynchronizer.DEFAULT);
    }

    private void age(Duration by) throws SQLException {
        try (Statement statement = keptOpen.createStatement()) {
            statement.executeUpdate("UPDATE cosid_machine SET last_timestamp = last_timestamp - " + by.toMillis());
        }
    }
}
