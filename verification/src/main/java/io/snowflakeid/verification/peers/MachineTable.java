package io.snowflakeid.verification.peers;

import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
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

    private static final String TABLE = "cosid_machine";

    private final DataSource database;

    MachineTable(DataSource database, MachineStateStorage states, ClockBackwardsSynchronizer clock) {
        super(states, clock);
        this.database = database;
    }

    static void create(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            if (exists(connection)) {
                return;
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "CREATE TABLE " + TABLE + " (name VARCHAR(100) PRIMARY KEY, namespace VARCHAR(100) NOT NULL,"
                                + " machine_id INT NOT NULL, last_timestamp BIGINT NOT NULL, instance_id VARCHAR(100) NOT NULL,"
                                + " distribute_time BIGINT NOT NULL, revert_time BIGINT NOT NULL)");
                statement.execute("CREATE INDEX idx_namespace ON " + TABLE + " (namespace)");
                statement.execute("CREATE INDEX idx_instance_id ON " + TABLE + " (instance_id)");
            }
        }
    }

    private static boolean exists(Connection connection) throws SQLException {
        for (String name : List.of(TABLE, TABLE.toUpperCase(Locale.ROOT))) {
            try (ResultSet tables =
                    connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
                if (tables.next()) {
                    return true;
                }
            }
        }
        return false;
    }

    static void forget(Database database, String namespace) throws SQLException {
        try (Connection connection = database.connect()) {
            update(connection, "DELETE FROM " + TABLE + " WHERE namespace = ?", namespace);
        }
    }

    @Override
    protected MachineState distributeRemote(
            String namespace, int machineBits, InstanceId instance, Duration safeGuard) {
        try (Connection connection = database.getConnection()) {
            long staleSince = MachineIdDistributor.getSafeGuardAt(safeGuard, instance.isStable());
            OptionalInt kept = machine(
                    connection,
                    "namespace = ? AND instance_id = ? AND last_timestamp > ?",
                    namespace,
                    instance.getInstanceId(),
                    staleSince);
            if (kept.isPresent()) {
                MachineState state = MachineState.of(kept.getAsInt(), System.currentTimeMillis());
                guardRemote(namespace, instance, state, safeGuard);
                return state;
            }
            MachineState freed = takeFreed(connection, namespace, instance, staleSince);
            return freed.equals(MachineState.NOT_FOUND)
                    ? takeNext(connection, namespace, machineBits, instance)
                    : freed;
        } catch (SQLException e) {
            throw new CosIdException(e.getMessage(), e);
        }
    }

    private static OptionalInt machine(Connection connection, String condition, Object... values) throws SQLException {
        try (PreparedStatement select =
                        prepare(connection, "SELECT machine_id FROM " + TABLE + " WHERE " + condition, values);
                ResultSet rows = select.executeQuery()) {
            return rows.next() ? OptionalInt.of(rows.getInt(1)) : OptionalInt.empty();
        }
    }

    private static MachineState takeFreed(Connection connection, String namespace, InstanceId instance, long staleSince)
            throws SQLException {
        String isFree = "(instance_id = '' OR last_timestamp <= ?)";
        try (PreparedStatement select = prepare(
                        connection,
                        "SELECT name, machine_id, last_timestamp FROM " + TABLE + " WHERE namespace = ? AND " + isFree,
                        namespace,
                        staleSince);
                ResultSet rows = select.executeQuery()) {
            if (!rows.next()) {
                return MachineState.NOT_FOUND;
            }
            long now = System.currentTimeMillis();
            int taken = update(
                    connection,
                    "UPDATE " + TABLE
                            + " SET instance_id = ?, last_timestamp = ?, distribute_time = ? WHERE name = ? AND "
                            + isFree,
                    instance.getInstanceId(),
                    now,
                    now,
                    rows.getString(1),
                    staleSince);
            return taken == 0 ? MachineState.NOT_FOUND : MachineState.of(rows.getInt(2), rows.getLong(3));
        }
    }

    private static MachineState takeNext(Connection connection, String namespace, int machineBits, InstanceId instance)
            throws SQLException {
        while (true) {
            int next = nextNumber(connection, namespace);
            if (next > MachineIdDistributor.maxMachineId(machineBits)) {
                throw new MachineIdOverflowException(MachineIdDistributor.totalMachineIds(machineBits), instance);
            }
            long now = System.currentTimeMillis();
            try {
                update(
                        connection,
                        "INSERT INTO " + TABLE + " (name, namespace, machine_id, last_timestamp, instance_id,"
                                + " distribute_time, revert_time) VALUES (?, ?, ?, ?, ?, ?, 0)",
                        MachineIdDistributor.namespacedMachineId(namespace, next),
                        namespace,
                        next,
                        now,
                        instance.getInstanceId(),
                        now);
                return MachineState.of(next, now);
            } catch (SQLIntegrityConstraintViolationException e) {
                // another instance was faster: the number after that one
            }
        }
    }

    private static int nextNumber(Connection connection, String namespace) throws SQLException {
        try (PreparedStatement select = prepare(
                        connection,
                        "SELECT COALESCE(MAX(machine_id) + 1, 0) FROM " + TABLE + " WHERE namespace = ?",
                        namespace);
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Override
    protected void revertRemote(String namespace, InstanceId instance, MachineState state) {
        try (Connection connection = database.getConnection()) {
            update(
                    connection,
                    "UPDATE " + TABLE + " SET instance_id = ?, last_timestamp = ?, revert_time = ?"
                            + " WHERE namespace = ? AND instance_id = ?",
                    instance.isStable() ? instance.getInstanceId() : "",
                    state.getLastTimeStamp(),
                    System.currentTimeMillis(),
                    namespace,
                    instance.getInstanceId());
        } catch (SQLException e) {
            throw new CosIdException(e.getMessage(), e);
        }
    }

    @Override
    protected void guardRemote(String namespace, InstanceId instance, MachineState state, Duration safeGuard) {
        try (Connection connection = database.getConnection()) {
            int guarded = update(
                    connection,
                    "UPDATE " + TABLE + " SET last_timestamp = ?"
                            + " WHERE namespace = ? AND instance_id = ? AND machine_id = ?",
                    state.getLastTimeStamp(),
                    namespace,
                    instance.getInstanceId(),
                    state.getMachineId());
            if (guarded == 0) {
                throw new MachineIdLostException(namespace, instance, state);
            }
        } catch (SQLException e) {
            throw new CosIdException(e.getMessage(), e);
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
