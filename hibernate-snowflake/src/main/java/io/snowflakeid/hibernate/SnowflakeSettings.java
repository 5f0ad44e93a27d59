package io.snowflakeid.hibernate;

import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names of the settings that say where {@link SnowflakeId}s come from. One of {@link #GENERATOR}, {@link #WORKER}
 * and {@link #LEDGER} is given, and the others as far as their defaults do not fit; two of these at once, none, and an unknown
 * {@code hibernate.snowflake.*} setting are refused at start-up.
 *
 * <p>Further generators have a name, of letters, digits, {@code _} and {@code -}, and the same settings: {@code orders} is
 * {@code hibernate.snowflake.generator.orders}, or {@code hibernate.snowflake.orders.worker} with
 * {@code hibernate.snowflake.orders.layout} and so on. No generator is called {@code ledger}. {@code @GeneratedValue(generator = "orders")} takes ids from it.
 */
public final class SnowflakeSettings {

    /**
     * An {@link io.snowflakeid.IdGenerator}, handed over as an object. It stays yours: it is not closed with the session factory.
     * The way for a clock policy, a listener, and the like.
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
     * The database that hands worker ids out, for a generator on {@link io.snowflakeid.ledger.JdbcWorkerLedger}: a physical one, never a
     * sharding router, and never the application's data source unless it is named here. One of
     *
     * <ul>
     *   <li>a {@link javax.sql.DataSource} object
     *   <li>a {@code jdbc:} address, with {@link #LEDGER_USER} and {@link #LEDGER_PASSWORD}: the ledger then has connections of its
     *       own, so that an application whose pool is used up goes on renewing
     *   <li>a JNDI name, {@code java:…} or {@code jdbc/…}
     *   <li>the name of a bean in Hibernate's bean container, such as Spring's
     * </ul>
     *
     * <p>All in this process that name the same data source object or the same address, {@link #NAMESPACE}, {@link #LEDGER_SCOPE} and
     * {@link #DATACENTER} share one generator, which is closed with the last of them.
     */
    public static final String LEDGER = "hibernate.snowflake.ledger";

    /** The user of a {@code jdbc:} address in {@link #LEDGER}; none if not given. */
    public static final String LEDGER_USER = "hibernate.snowflake.ledger.user";

    /** The password of {@link #LEDGER_USER}; none if not given. */
    public static final String LEDGER_PASSWORD = "hibernate.snowflake.ledger.password";

    /**
     * Required beside {@link #LEDGER}. {@code shared}: all databases that may ever be merged take their workers from this ledger;
     * {@code datacenter}: each of them has a ledger of its own, and this one owns the number {@link #DATACENTER}, which no other has.
     */
    public static final String LEDGER_SCOPE = "hibernate.snowflake.ledger.scope";

    /**
     * How long a window is, {@code 2m}, {@code 20s} or {@code PT2M}: how long ids go on while the ledger's database is away; 2 min if
     * not given, see {@link io.snowflakeid.ledger.JdbcWorkerLedger.Builder#window}.
     */
    public static final String LEDGER_WINDOW = "hibernate.snowflake.ledger.window";

    /** How often the window is renewed, as {@link #LEDGER_WINDOW}, at most half of it; a sixth of it if not given. */
    public static final String LEDGER_RENEW_EVERY = "hibernate.snowflake.ledger.renew-every";

    /** {@code false}: missing tables are not created, but reported with their DDL; {@code true} if not given. */
    public static final String LEDGER_CREATE_TABLES = "hibernate.snowflake.ledger.create-tables";

    /**
     * How long a call may wait for an id before it throws, as {@link #LEDGER_WINDOW}; 2 s if not given, see
     * {@link io.snowflakeid.SnowflakeIdGenerator.Builder#maxWait}.
     */
    public static final String MAX_WAIT = "hibernate.snowflake.max-wait";

    /**
     * What to do when the wall clock is set back: {@code ride-through} (if not given), {@code refuse}, {@code tiered}, or {@code
     * tiered:3ms/100ms/5s}; see {@link io.snowflakeid.ClockPolicy}.
     */
    public static final String CLOCK_POLICY = "hibernate.snowflake.clock-policy";

    /**
     * How far a clock may leap ahead and be followed, as {@link #LEDGER_WINDOW}; 10 s if not given, see {@link
     * io.snowflakeid.SnowflakeIdGenerator.Builder#maxLeap}.
     */
    public static final String MAX_LEAP = "hibernate.snowflake.max-leap";

    /**
     * How far ids of a burst may be ahead of the clock, as {@link #LEDGER_WINDOW}; {@code 0ms} to 10 ms or one tick, which it is if
     * not given, see {@link io.snowflakeid.SnowflakeIdGenerator.Builder#runAhead}.
     */
    public static final String RUN_AHEAD = "hibernate.snowflake.run-ahead";

    /**
     * What the ids consist of: a preset's name or a layout's {@link io.snowflakeid.SnowflakeLayout#spec() spec}; {@code DEFAULT}
     * if not given.
     */
    public static final String LAYOUT = "hibernate.snowflake.layout";

    /**
     * When the layout's time begins, in place of its own epoch, which then stands nowhere else: {@code 2026-01-01T00:00:00Z}, or a
     * date, whose midnight in UTC it is. It is part of the layout: choose it once, before the first id.
     */
    public static final String EPOCH = "hibernate.snowflake.epoch";

    /**
     * The datacenter id, 0 to the layout's largest, where it comes from as for {@link #WORKER}, or its named parts,
     * {@code business=3,region=1}; 0 if not given, but required where a ledger owns it.
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
     * that takes two ids for one. {@code refuse} (if not given) fails the start and names them all, with what each
     * needs; {@code warn} logs them; {@code off} does not look. Also beside {@link #GENERATOR}.
     */
    public static final String COLUMNS = "hibernate.snowflake.columns";

    static final String PREFIX = "hibernate.snowflake.";
    static final List<String> ALL = Stream.concat(
                    ConfiguredGenerator.settingNames().stream().map(PREFIX::concat),
                    Stream.of(AUTO, COLUMNS, GENERATOR))
            .sorted()
            .toList();

    private SnowflakeSettings() {}
}
