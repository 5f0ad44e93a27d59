package io.snowflakeid.verification.peers;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import java.sql.SQLException;
import java.time.Duration;
import me.ahoo.cosid.CosIdException;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.DefaultMachineIdGuarder;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.machine.LocalHostAddressSupplier;
import me.ahoo.cosid.machine.MachineState;
import me.ahoo.cosid.machine.MachineStateStorage;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.SnowflakeId;
import me.ahoo.cosid.util.ProcessId;

/**
 * CosId with machine ids from a table, guarded by a heartbeat, put together as its Spring Boot starter does with {@code distributor.type:
 * jdbc}. The artifact that talks to the table is not to be had beside this version of the core; {@link MachineTable} stands in for it.
 */
public final class CosIdMaker implements IdMaker {

    /** By default a machine id is guarded every minute, and free for others after five without. */
    private static final int HEARTBEATS_IN_SAFE_GUARD = 5;

    private static final int MACHINE_BITS = MillisecondSnowflakeId.DEFAULT_MACHINE_BIT;

    @Override
    public String name() {
        return "cosid";
    }

    @Override
    public String describe(MakerSettings settings) {
        long window = settings.windowMillis();
        return "ClockSyncSnowflakeId of MillisecondSnowflakeId, machine id from the table cosid_machine, instance id host:pid, not stable;"
                + " safe guard " + window + " ms, heartbeat every " + window / HEARTBEATS_IN_SAFE_GUARD
                + " ms (by default 5 min and 1 min); clock synchroniser default; 41 bits ms, 10 machine, 12 sequence;"
                + " its JDBC distributor replaced by one written for this test";
    }

    @Override
    public boolean needsDatabase() {
        return true;
    }

    @Override
    public void prepare(MakerSettings settings) throws SQLException {
        MachineTable.create(settings.requireDatabase());
    }

    @Override
    public void cleanUp(MakerSettings settings) throws SQLException {
        MachineTable.forget(settings.requireDatabase(), settings.namespace());
    }

    @Override
    public Ids open(MakerSettings settings) {
        HikariDataSource pool = new HikariDataSource(settings.poolOf(settings.requireDatabase()));
        try {
            return new Opened(settings, pool);
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    private static final class Opened implements Ids {

        private final HikariDataSource pool;
        private final String namespace;
        private final InstanceId instance;
        private final MachineTable table;
        private final DefaultMachineIdGuarder guarder;
        private final SnowflakeId ids;

        Opened(MakerSettings settings, HikariDataSource pool) {
            this.pool = pool;
            namespace = settings.namespace();
            instance = InstanceId.of(
                    LocalHostAddressSupplier.INSTANCE.getHostAddress(), ProcessId.CURRENT.getProcessId(), false);
            Duration safeGuard = Duration.ofMillis(settings.windowMillis());
            Duration heartbeat = safeGuard.dividedBy(HEARTBEATS_IN_SAFE_GUARD);
            table = new MachineTable(pool, MachineStateStorage.IN_MEMORY, ClockBackwardsSynchronizer.DEFAULT);
            MachineState machine = table.distribute(namespace, MACHINE_BITS, instance, safeGuard);
            guarder = new DefaultMachineIdGuarder(
                    table, DefaultMachineIdGuarder.executorService(), heartbeat, heartbeat, safeGuard);
            guarder.register(namespace, instance);
            guarder.start();
            ids = new ClockSyncSnowflakeId(
                    new MillisecondSnowflakeId(machine.getMachineId()), ClockBackwardsSynchronizer.DEFAULT);
        }

        @Override
        public long nextId() {
            return ids.generate();
        }

        /** A machine id that cannot be given back, as the ledger is away, lapses by itself; that is no reason to end in error. */
        @Override
        public void close() {
            guarder.stop();
            try {
                table.revert(namespace, instance);
            } catch (CosIdException e) {
                System.err.println("the machine id was not given back: " + e.getMessage());
            } finally {
                pool.close();
            }
        }
    }
}
