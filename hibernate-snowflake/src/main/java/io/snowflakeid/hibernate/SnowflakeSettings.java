package io.snowflakeid.hibernate;

import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names of settings that say where {@link SnowflakeId}s come from. One of {@link #GENERATOR}, {@link #WORKER} and {@link #LEDGER} is
 * given, and others of {@link io.snowflakeid.ledger.GeneratorConfig#parse}, with {@code hibernate.snowflake.} before their names, as far
 * as their defaults do not fit. Two of the three at once, none, and an unknown setting are refused at start-up.
 *
 * <p>Further generators have a name and are handed over as objects: {@code hibernate.snowflake.generator.orders} is the one from which
 * {@code @GeneratedValue(generator = "orders")} beside {@link SnowflakeId} takes ids.
 */
public final class SnowflakeSettings {

    /**
     * An {@link io.snowflakeid.IdGenerator}, handed over as an object. It stays yours: it is not closed with the session factory.
     * The way for a clock policy, a listener, and the like.
     */
    public static final String GENERATOR = "hibernate.snowflake.generator";

    /** The worker id of this process, which no other process uses at the same time, or the source of that number. */
    public static final String WORKER = "hibernate.snowflake.worker";

    /**
     * The physical database that hands worker ids out: a {@link javax.sql.DataSource} object, a {@code jdbc:} address, or a JNDI name
     * ({@code java:…}, {@code jdbc/…}). Never the application's data source unless it is given here. All in this process that name the
     * same ledger share one generator, see {@link io.snowflakeid.ledger.ConfiguredGenerator}.
     */
    public static final String LEDGER = "hibernate.snowflake.ledger";

    /** Required beside {@link #LEDGER}: {@code shared}, or {@code datacenter} if the ledger owns the number {@code hibernate.snowflake.datacenter}. */
    public static final String LEDGER_SCOPE = "hibernate.snowflake.ledger.scope";

    /** What the ids consist of: the name of a preset, or the spec of a layout; {@code DEFAULT} if not given. */
    public static final String LAYOUT = "hibernate.snowflake.layout";

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
