package io.snowflakeid.hibernate;

import java.util.List;

/**
 * Names of the settings that say where {@link SnowflakeId}s come from. Either {@link #GENERATOR} is given, or {@link #WORKER} with
 * the others as far as their defaults do not fit; both at once, neither, and an unknown {@code hibernate.snowflake.*} setting are
 * refused at start-up.
 *
 * <p>Further generators have a name, of letters, digits, {@code _} and {@code -}, and the same settings: {@code orders} is
 * {@code hibernate.snowflake.generator.orders}, or {@code hibernate.snowflake.orders.worker} with
 * {@code hibernate.snowflake.orders.layout} and so on. {@code @GeneratedValue(generator = "orders")} takes ids from it.
 */
public final class SnowflakeSettings {

    /**
     * An {@link io.snowflakeid.IdGenerator}, handed over as an object. It stays yours: it is not closed with the session factory.
     * The way for worker ids from a ledger, and for a generator that several session factories or adapters share.
     */
    public static final String GENERATOR = "hibernate.snowflake.generator";

    /**
     * The worker id of this process, 0 to the layout's largest, or where it comes from ({@code env:WORKER_ID},
     * {@code sysprop:snowflake.worker}, {@code statefulset:orders}, {@code statefulset:orders+100}, {@code ipv4:10.1.0.0/22}, see
     * {@link io.snowflakeid.ledger.WorkerSource}), for a generator on
     * {@link io.snowflakeid.ledger.FixedWorkerLedger}; you promise that no other process uses it at the same time. The generator
     * is shared by all entities of the session factory and closed with it.
     */
    public static final String WORKER = "hibernate.snowflake.worker";

    /**
     * What the ids consist of: a preset's name or a layout's {@link io.snowflakeid.SnowflakeLayout#spec() spec}; {@code DEFAULT}
     * if not given.
     */
    public static final String LAYOUT = "hibernate.snowflake.layout";

    /**
     * The datacenter id, 0 to the layout's largest, where it comes from as for {@link #WORKER}, or its named parts,
     * {@code business=3,region=1}; 0 if not given.
     */
    public static final String DATACENTER = "hibernate.snowflake.datacenter";

    /** Ids of different namespaces may be equal, and are never stored together; {@code default} if not given. */
    public static final String NAMESPACE = "hibernate.snowflake.namespace";

    /**
     * A file on a persistent volume that keeps the worker's window, so that a restart with the clock set back repeats nothing:
     * {@link io.snowflakeid.ledger.FixedWorkerLedger#storedIn}. No file if not given.
     */
    public static final String FILE = "hibernate.snowflake.file";

    /**
     * {@code true} gives every id of type {@code long} or {@code Long} with a plain {@code @GeneratedValue} (strategy AUTO, no
     * generator named, none declared beside it) a Snowflake id, as if {@link SnowflakeId} stood there; {@code false} if not given.
     * IDENTITY, SEQUENCE, TABLE, UUID, other types, and entities mapped by XML are left alone.
     */
    public static final String AUTO = "hibernate.snowflake.auto";

    /**
     * What happens at start-up if ids are not safe in their real columns: too narrow, AUTO_INCREMENT or another default, a collation
     * that takes two ids for one. {@code refuse} (if not given) fails the start and names them all, with the statements that mend
     * them; {@code warn} logs them; {@code off} does not look. Also beside {@link #GENERATOR}.
     */
    public static final String COLUMNS = "hibernate.snowflake.columns";

    static final String PREFIX = "hibernate.snowflake.";
    static final List<String> ALL = List.of(AUTO, COLUMNS, DATACENTER, FILE, GENERATOR, LAYOUT, NAMESPACE, WORKER);

    private SnowflakeSettings() {}
}
