package io.snowflakeid.hibernate;

import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names of the settings that configure the generators of {@link SnowflakeId}. Set exactly one of {@link #GENERATOR}, {@link
 * #WORKER} and {@link #LEDGER}; every other setting of {@link io.snowflakeid.ledger.GeneratorConfig#parse} is optional, with the
 * prefix {@code hibernate.snowflake.}. An unknown setting is rejected at start-up.
 *
 * <p>Further generators have a name and are passed as objects: {@code @GeneratedValue(generator = "orders")} beside {@link
 * SnowflakeId} uses {@code hibernate.snowflake.generator.orders}.
 */
public final class SnowflakeSettings {

    /**
     * An {@link io.snowflakeid.IdGenerator} object, for a clock policy, a listener, and other options that need code. The session
     * factory does not close it.
     */
    public static final String GENERATOR = "hibernate.snowflake.generator";

    /** The worker id of this process, or the source of that number. No other process may use the same number at the same time. */
    public static final String WORKER = "hibernate.snowflake.worker";

    /**
     * The physical database that assigns worker ids: a {@link javax.sql.DataSource} object, a {@code jdbc:} address, or a JNDI name
     * ({@code java:…}, {@code jdbc/…}). The ledger is never in the application's data source by default. Configurations in this process with equal
     * settings share one generator, see {@link io.snowflakeid.ledger.ConfiguredGenerator}.
     */
    public static final String LEDGER = "hibernate.snowflake.ledger";

    /** Required beside {@link #LEDGER}: {@code shared}, or {@code datacenter} if the ledger owns the number {@code hibernate.snowflake.datacenter}. */
    public static final String LEDGER_SCOPE = "hibernate.snowflake.ledger.scope";

    /** The layout of ids: the name of a preset, or the spec of a layout; {@code DEFAULT} if not set. */
    public static final String LAYOUT = "hibernate.snowflake.layout";

    /**
     * {@code true} treats every id of type {@code long} or {@code Long} with a plain {@code @GeneratedValue} (strategy AUTO, no
     * generator named, none declared beside it) as if it had a {@link SnowflakeId}; {@code false} if not set. IDENTITY, SEQUENCE,
     * TABLE, UUID, other types, and entities mapped by XML do not change.
     */
    public static final String AUTO = "hibernate.snowflake.auto";

    /**
     * The reaction at start-up to columns that cannot hold ids safely: too narrow, AUTO_INCREMENT or another default, a collation
     * in which two ids are equal. {@code refuse} (if not set) fails the start with a message that names all columns and the fix for
     * each; {@code warn} logs them; {@code off} skips the check. Allowed beside {@link #GENERATOR}.
     */
    public static final String COLUMNS = "hibernate.snowflake.columns";

    static final String PREFIX = "hibernate.snowflake.";
    static final List<String> ALL = Stream.concat(
                    GeneratorConfig.settingNames().stream().map(PREFIX::concat), Stream.of(AUTO, COLUMNS, GENERATOR))
            .sorted()
            .toList();

    private SnowflakeSettings() {}
}
