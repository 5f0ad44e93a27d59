package io.snowflakeid.verification.peers;

import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import me.ahoo.cosid.CosIdException;
import me.ahoo.cosid.machine.AbstractMachineIdDistributor;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.machine.MachineIdDistributor;
import me.ahoo.cosid.machine.MachineIdLostException;
import me.ahoo.cosid.machine.MachineIdOverflowException;
import me.ahoo.cosid.machine.MachineState;
import me.ahoo.cosid.machine.MachineStateStorage;

/**
 * CosId's machine ids in its documented table {@code cosid_machine}, with the rules of its own JDBC distributor: an instance that has a
 * machine id keeps it; else it takes one that was given back, or whose last heartbeat is older than the safe guard; else the next number.
 * Ages are told by the clock of the process.
 */
final class MachineTable extends AbstractMachineIdDistributor {

    private static final int NONE = -1;

    private final DataSource database;

    MachineTable(DataSource database, MachineStateStorage states, ClockBackwardsSynchronizer clock) {
        super(states, clock);
        this.database = database;
    }

    static void create(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS cosid_machine (name VARCHAR(100) PRIMARY KEY,"
                            + " namespace VARCHAR(100) NOT NULL, machine_id INT NOT NULL, last_timestamp BIGINT NOT NULL,"
                            + " instance_id VARCHAR(100) NOT NULL, distribute_time BIGINT NOT NULL, revert_time BIGINT NOT NULL)");
        }
    }

    static void forget(Database database, String namespace) throws SQLException {
        try (Connection connection = database.connect()) {
            update(connection, "DELETE FROM cosid_machine WHERE namespace = ?", namespace);
        }
    }

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T inDatabase(Work<T> work) {
        try (Connection connection = database.getConnection()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw new CosIdException(e.getMessage(), e);
        }
    }

    @Override
    protected MachineState distributeRemote(
            String namespace, int machineBits, InstanceId instance, Duration safeGuard) {
        long staleSince = MachineIdDistributor.getSafeGuardAt(safeGuard, instance.isStable());
        return inDatabase(connection -> {
            String id = instance.getInstanceId();
            int kept = number(
                    connection,
                    "SELECT machine_id FROM cosid_machine WHERE namespace = ? AND instance_id = ? AND last_timestamp > ?",
                    namespace,
                    id,
                    staleSince);
            if (kept != NONE) {
                MachineState state = MachineState.of(kept, System.currentTimeMillis());
                guardRemote(namespace, instance, state, safeGuard);
                return state;
            }
            MachineState freed = takeFreed(connection, namespace, id, staleSince);
            return freed.equals(MachineState.NOT_FOUND)
                    ? takeNext(connection, namespace, machineBits, instance)
                    : freed;
        });
    }

    private static MachineState takeFreed(Connection connection, String namespace, String instance, long staleSince)
            throws SQLException {
        String isFree = " WHERE namespace = ? AND (instance_id = '' OR last_timestamp <= ?)";
        String select = "SELECT machine_id, last_timestamp FROM cosid_machine" + isFree;
        try (PreparedStatement statement = prepare(connection, select, namespace, staleSince);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return MachineState.NOT_FOUND;
            }
            long now = System.currentTimeMillis();
            String take = "UPDATE cosid_machine SET instance_id = ?, last_timestamp = ?, distribute_time = ?" + isFree
                    + " AND machine_id = ?";
            int taken = update(connection, take, instance, now, now, namespace, staleSince, row.getInt(1));
            return taken == 0 ? MachineState.NOT_FOUND : MachineState.of(row.getInt(1), row.getLong(2));
        }
    }

    private static MachineState takeNext(Connection connection, String namespace, int machineBits, InstanceId instance)
            throws SQLException {
        String next = "SELECT COALESCE(MAX(machine_id) + 1, 0) FROM cosid_machine WHERE namespace = ?";
        while (true) {
            int machine = number(connection, next, namespace);
            if (machine > MachineIdDistributor.maxMachineId(machineBits)) {
                throw new MachineIdOverflowException(MachineIdDistributor.totalMachineIds(machineBits), instance);
            }
            String name = MachineIdDistributor.namespacedMachineId(namespace, machine);
            long now = System.currentTimeMillis();
            try {
                update(
                        connection,
                        "INSERT INTO cosid_machine VALUES (?, ?, ?, ?, ?, ?, 0)",
                        name,
                        namespace,
                        machine,
                        now,
                        instance.getInstanceId(),
                        now);
                return MachineState.of(machine, now);
            } catch (SQLIntegrityConstraintViolationException e) {
                // another instance was faster: the number after that one
            }
        }
    }

    @Override
    protected void revertRemote(String namespace, InstanceId instance, MachineState state) {
        int unused = inDatabase(connection -> update(
                connection,
                "UPDATE cosid_machine SET instance_id = ?, last_timestamp = ?, revert_time = ?"
                        + " WHERE namespace = ? AND instance_id = ?",
                instance.isStable() ? instance.getInstanceId() : "",
                state.getLastTimeStamp(),
                System.currentTimeMillis(),
                namespace,
                instance.getInstanceId()));
    }

    @Override
    protected void guardRemote(String namespace, InstanceId instance, MachineState state, Duration safeGuard) {
        int guarded = inDatabase(connection -> update(
                connection,
                "UPDATE cosid_machine SET last_timestamp = ? WHERE namespace = ? AND instance_id = ? AND machine_id = ?",
                state.getLastTimeStamp(),
                namespace,
                instance.getInstanceId(),
                state.getMachineId()));
        if (guarded == 0) {
            throw new MachineIdLostException(namespace, instance, state);
        }
    }

    private static int number(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, values);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getInt(1) : NONE;
        }
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
