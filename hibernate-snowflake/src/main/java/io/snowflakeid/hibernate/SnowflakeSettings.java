package io.snowflakeid.hibernate;

import io.snowflakeid.ledger.GeneratorConfig;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names of the settings that configure the generators for {@link SnowflakeId}. Set exactly one of {@link #GENERATOR}, {@link #WORKER} and
 * {@link #LEDGER}. All settings of {@link io.snowflakeid.ledger.GeneratorConfig#parse} are supported as {@code hibernate.snowflake.*} settings.
 * Start-up fails if a setting with the prefix {@code hibernate.snowflake.} is unknown.
 *
 * <p>An application can pass named {@code IdGenerator} and {@code IdSource} objects in the settings. An attribute with {@link SnowflakeId} and
 * {@code @GeneratedValue(generator = "orders")} uses the generator object in the setting {@code hibernate.snowflake.generator.orders}.
 */
public final class SnowflakeSettings {

    /**
     * An {@link io.snowflakeid.IdGenerator} object that the application creates, for example with a clock policy or a listener. The session factory
     * does not close the generator object.
     */
    public static final String GENERATOR = "hibernate.snowflake.generator";

    /**
     * The worker id of this process, or a source of the worker id such as {@code env:WORKER_ID}. Two running processes must never have the same
     * worker id.
     */
    public static final String WORKER = "hibernate.snowflake.worker";

    /**
     * The physical database whose ledger tables assign worker ids, given as a {@link javax.sql.DataSource} object, a {@code jdbc:} address, or a JNDI
     * name ({@code java:…}, {@code jdbc/…}). The ledger does not use the application's data source unless this setting names the data source.
     * Configurations with equal settings share one generator in this process (see {@link io.snowflakeid.ledger.ConfiguredGenerator}).
     */
    public static final String LEDGER = "hibernate.snowflake.ledger";

    /**
     * The scope of the ledger, which is required if {@link #LEDGER} is set. Set the scope to {@code shared} if all processes use one ledger, or to
     * {@code datacenter} if each datacenter has its own ledger.
     */
    public static final String LEDGER_SCOPE = "hibernate.snowflake.ledger.scope";

    /** The layout of ids, given as the name of a preset or as a layout specification. The default layout is the preset {@code DEFAULT}. */
    public static final String LAYOUT = "hibernate.snowflake.layout";

    /**
     * If the setting {@code auto} is {@code true}, ids with {@code @GeneratedValue} become Snowflake ids even without {@link SnowflakeId}. The
     * default value of {@code auto} is {@code false}. The setting {@code auto} applies to ids of type {@code long} or {@code Long} with the strategy
     * {@code AUTO}. The setting {@code auto} does not apply to XML mappings, or to ids whose annotations name or declare a generator.
     */
    public static final String AUTO = "hibernate.snowflake.auto";

    /**
     * The behavior at start-up if a column is unsafe for ids. A column is unsafe if it is too narrow, has AUTO_INCREMENT or another default, or has
     * a collation that treats two different ids as equal. With the default value {@code refuse}, start-up fails with a message that names each
     * unsafe column and its fix. With {@code columns=warn}, start-up only logs the unsafe columns. With {@code columns=off}, start-up checks no
     * columns. The setting {@code columns} can be combined with {@link #GENERATOR}.
     */
    public static final String COLUMNS = "hibernate.snowflake.columns";

    static final String PREFIX = "hibernate.snowflake.";
    static final List<String> ALL = Stream.concat(
                    GeneratorConfig.settingNames().stream().map(PREFIX::concat), Stream.of(AUTO, COLUMNS, GENERATOR))
            .sorted()
            .toList();

    private SnowflakeSettings() {}
}
