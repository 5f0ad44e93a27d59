package io.snowflakeid.hibernate;

import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names of the settings that configure the generators of {@link SnowflakeId}. Set exactly one of {@link #GENERATOR}, {@link #WORKER} and
 * {@link #LEDGER}. Every other setting of {@link io.snowflakeid.ledger.GeneratorConfig#parse} is optional and has the prefix
 * {@code hibernate.snowflake.}. Start-up fails if a setting with the prefix {@code hibernate.snowflake.} is unknown.
 *
 * <p>An application can pass further generators as objects with names. An attribute with {@link SnowflakeId} and {@code @GeneratedValue(generator =
 * "orders")} uses the generator in the setting {@code hibernate.snowflake.generator.orders}.
 */
public final class SnowflakeSettings {

    /**
     * An {@link io.snowflakeid.IdGenerator} object, for a clock policy, a listener, and other options that need code. The session factory does not
     * close the generator object.
     */
    public static final String GENERATOR = "hibernate.snowflake.generator";

    /** The worker id of this process, or the source of the worker id. Two running processes must never have the same worker id. */
    public static final String WORKER = "hibernate.snowflake.worker";

    /**
     * The physical database that assigns worker ids, as a {@link javax.sql.DataSource} object, a {@code jdbc:} address, or a JNDI name
     * ({@code java:…}, {@code jdbc/…}). The ledger never uses the application's data source by default. Configurations with equal settings share one
     * generator in this process (see {@link io.snowflakeid.ledger.ConfiguredGenerator}).
     */
    public static final String LEDGER = "hibernate.snowflake.ledger";

    /**
     * The scope of the ledger, which is required if {@link #LEDGER} is set. The scope is {@code shared}, or {@code datacenter} if the ledger owns the
     * number {@code hibernate.snowflake.datacenter}.
     */
    public static final String LEDGER_SCOPE = "hibernate.snowflake.ledger.scope";

    /** The layout of ids, as the name of a preset or the spec of a layout. The default layout is {@code DEFAULT}. */
    public static final String LAYOUT = "hibernate.snowflake.layout";

    /**
     * The value {@code true} treats an id with a plain {@code @GeneratedValue} as if the id had a {@link SnowflakeId}. The default value is
     * {@code false}. A {@code @GeneratedValue} is plain if its strategy is AUTO, and if no generator is named or declared for the id. The setting
     * {@code auto} applies to ids of type {@code long} or {@code Long}. The setting {@code auto} does not change ids with IDENTITY, SEQUENCE, TABLE
     * or UUID, ids of other types, and entities that are mapped by XML.
     */
    public static final String AUTO = "hibernate.snowflake.auto";

    /**
     * The reaction at start-up to columns that cannot hold ids safely. A column is unsafe if it is too narrow, has AUTO_INCREMENT or another default,
     * or has a collation in which two ids are equal. The default value {@code refuse} fails the start with a message that names all unsafe columns
     * and the fix for each column. The value {@code warn} logs the columns, and {@code off} skips the check. The setting {@code columns} is allowed
     * beside {@link #GENERATOR}.
     */
    public static final String COLUMNS = "hibernate.snowflake.columns";

    static final String PREFIX = "hibernate.snowflake.";
    static final List<String> ALL = Stream.concat(
                    GeneratorConfig.settingNames().stream().map(PREFIX::concat), Stream.of(AUTO, COLUMNS, GENERATOR))
            .sorted()
            .toList();

    private SnowflakeSettings() {}
}
