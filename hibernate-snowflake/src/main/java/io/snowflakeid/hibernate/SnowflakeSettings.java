package io.snowflakeid.hibernate;

import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names of the settings that say where {@link SnowflakeId}s come from. One of {@link #GENERATOR}, {@link #WORKER}
 * and {@link #LEDGER} is given, and the others as far as their defaults do not fit; two of these at once, none, and an unknown
 * {@code hibernate.snowflake.*} setting are refused at start-up. Values and ranges: {@link
 * io.snowflakeid.ledger.GeneratorConfig#parse}.
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

    /** The worker id of this process, which no other process uses at the same time, or the source of that number. */
    public static final String WORKER = "hibernate.snowflake.worker";

    /** A path on a persistent volume that keeps the window of {@link #WORKER} over restarts; no file if not given. */
    public static final String FILE = "hibernate.snowflake.file";

    /**
     * The physical database that hands worker ids out: a {@link javax.sql.DataSource} object, a {@code jdbc:} address, a JNDI name
     * ({@code java:…}, {@code jdbc/…}), or the name of a bean in Hibernate's bean container. Never the application's data source unless
     * it is named here. All in this process that name the same ledger share one generator, see
     * {@link io.snowflakeid.ledger.ConfiguredGenerator}.
     */
    public static final String LEDGER = "hibernate.snowflake.ledger";

    /** The user of a {@code jdbc:} address in {@link #LEDGER}; none if not given. */
    public static final String LEDGER_USER = "hibernate.snowflake.ledger.user";

    /** The password of {@link #LEDGER_USER}; none if not given. */
    public static final String LEDGER_PASSWORD = "hibernate.snowflake.ledger.password";

    /** Required beside {@link #LEDGER}: {@code shared}, or {@code datacenter} if the ledger owns the number {@link #DATACENTER}. */
    public static final String LEDGER_SCOPE = "hibernate.snowflake.ledger.scope";

    /** How long ids go on while the ledger's database is away; 2 min if not given. */
    public static final String LEDGER_WINDOW = "hibernate.snowflake.ledger.window";

    /** How often the window is renewed, at most half of it; a sixth of it if not given. */
    public static final String LEDGER_RENEW_EVERY = "hibernate.snowflake.ledger.renew-every";

    /** {@code false}: missing tables are not created, but reported with their DDL; {@code true} if not given. */
    public static final String LEDGER_CREATE_TABLES = "hibernate.snowflake.ledger.create-tables";

    /** How long a call may wait for an id before it throws; 2 s if not given. */
    public static final String MAX_WAIT = "hibernate.snowflake.max-wait";

    /** What to do when the wall clock is set back: {@code ride-through} if not given, {@code refuse}, or {@code tiered}. */
    public static final String CLOCK_POLICY = "hibernate.snowflake.clock-policy";

    /** How far a clock may leap ahead and be followed; 10 s if not given. */
    public static final String MAX_LEAP = "hibernate.snowflake.max-leap";

    /** How far ids of a burst may be ahead of the clock, up to 10 ms or one tick, which it is if not given. */
    public static final String RUN_AHEAD = "hibernate.snowflake.run-ahead";

    /** What the ids consist of: the name of a preset, or the spec of a layout; {@code DEFAULT} if not given. */
    public static final String LAYOUT = "hibernate.snowflake.layout";

    /** When the layout's time begins, in place of its own epoch; choose it once, before the first id. */
    public static final String EPOCH = "hibernate.snowflake.epoch";

    /** The datacenter id, its source, or its named parts; 0 if not given, but required where a ledger owns it. */
    public static final String DATACENTER = "hibernate.snowflake.datacenter";

    /** Ids of different namespaces may be equal, and are never stored together; {@code default} if not given. */
    public static final String NAMESPACE = "hibernate.snowflake.namespace";

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
                    GeneratorConfig.settingNames().stream().map(PREFIX::concat), Stream.of(AUTO, COLUMNS, GENERATOR))
            .sorted()
            .toList();

    private SnowflakeSettings() {}
}
