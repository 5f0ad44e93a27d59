package io.snowflakeid.spring.boot;

import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code snowflake.*} settings. Spring Boot rejects an unknown {@code snowflake.*} setting. If a setting is null or blank, the default value in
 * the configuration metadata applies.
 *
 * @param enabled Whether the auto-configuration is active, true or false.
 * @param layout The layout of ids, given as the name of a preset or in a form such as 41x1ms/0/10/12@2010-11-04T01:42:54.657Z.
 * @param epoch The instant or UTC date at which the layout's timestamps start. The setting epoch replaces the epoch of the layout.
 * @param namespace The namespace, with 1 to 64 letters, digits, and _ . : - characters. Do not store ids of different namespaces together, because
 *     the ids may be equal.
 * @param worker A fixed worker id that no other process uses, from 0 to the layout's maximum. The setting worker accepts a number, or a source such
 *     as env:WORKER_ID, sysprop:NAME, statefulset:NAME or ipv4:10.1.0.0/22. Replaces a ledger.
 * @param datacenter The datacenter id, from 0 to the layout's maximum, or a source such as env:DATACENTER_ID.
 * @param file A file on a persistent volume that stores the window of a fixed worker across restarts.
 * @param maxWait The maximum time that a call waits for an id before the call fails, from 1ms to 1d.
 * @param clockPolicy The reaction of the generator if the wall clock is set back. Allowed values are ride-through, refuse, tiered, and
 *     tiered:SLEEP/STAY/RETRYABLE such as tiered:3ms/100ms/5s.
 * @param maxLeap The largest forward leap of the clock that the generator accepts, from 1s to 365d.
 * @param runAhead The longest time by which id timestamps may be ahead of the clock during a burst, from 0ms to the layout's maximum. The default of
 *     run-ahead is the layout's maximum, which is 10ms for ticks of 1ms.
 * @param ledger The database ledger that assigns worker ids.
 * @param json Selects the long values that become strings in JSON, because JavaScript rounds large numbers.
 * @param hibernate The settings for ids of Hibernate entities.
 * @param mybatis The settings for ids of rows that MyBatis inserts.
 */
@ConfigurationProperties(prefix = "snowflake", ignoreUnknownFields = false)
record SnowflakeProperties(
        @DefaultValue("true") Boolean enabled,
        @Nullable String layout,
        @Nullable String epoch,
        @Nullable String namespace,
        @Nullable String worker,
        @Nullable String datacenter,
        @Nullable String file,
        @Nullable Duration maxWait,
        @Nullable String clockPolicy,
        @Nullable Duration maxLeap,
        @Nullable Duration runAhead,
        @DefaultValue Ledger ledger,
        @DefaultValue("annotated") Json json,
        @DefaultValue Hibernate hibernate,
        @DefaultValue MyBatis mybatis) {

    SnowflakeProperties {
        layout = unlessBlank(layout);
        epoch = unlessBlank(epoch);
        namespace = unlessBlank(namespace);
        worker = unlessBlank(worker);
        datacenter = unlessBlank(datacenter);
        file = unlessBlank(file);
        clockPolicy = unlessBlank(clockPolicy);
    }

    /** Returns null for a blank value, so that an empty value removes the setting of another property source. */
    private static @Nullable String unlessBlank(@Nullable String value) {
        return value == null || value.isBlank() ? null : value;
    }

    boolean hasSource() {
        return Stream.<@Nullable String>of(
                        worker, ledger.dataSource(), ledger.url(), ledger.workerLedger(), ledger.scope())
                .anyMatch(source -> source != null);
    }

    /**
     * The settings of a database ledger.
     *
     * @param dataSource The name of the DataSource bean of one physical database, not of a DataSource that routes to several databases. Spring
     *     Boot's own data source has the name dataSource.
     * @param url The jdbc: address of the ledger's database, as an alternative to a data source. If url is set, the ledger does not use the
     *     application's connection pool.
     * @param username The database user for the address in url.
     * @param password The database password for the address in url.
     * @param workerLedger The name of a WorkerLedger bean, as an alternative to a data source or an address. A single WorkerLedger bean needs no
     *     name.
     * @param scope The scope of worker ids, which is shared or a datacenter id. Required. Use shared if all databases that may ever be merged use
     *     this ledger. If databases with different ledgers may be merged, use a datacenter id that no other ledger has.
     * @param window The time for which a generator can issue ids while the ledger is unavailable, at least 3 ticks of the layout, at most 7 days.
     * @param createTables Whether the ledger creates missing tables. If create-tables is false and the tables are missing, start-up fails and prints
     *     the SQL statements.
     */
    record Ledger(
            @Nullable String dataSource,
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String workerLedger,
            @Nullable String scope,
            @Nullable Duration window,
            @Nullable Boolean createTables) {

        Ledger {
            dataSource = unlessBlank(dataSource);
            url = unlessBlank(url);
            username = unlessBlank(username);
            // An empty password is valid if url is set.
            password = url == null ? unlessBlank(password) : password;
            workerLedger = unlessBlank(workerLedger);
            scope = unlessBlank(scope);
        }
    }

    /** Determines which long values become strings in JSON. */
    enum Json {
        /** Ids with @SnowflakeId or @SnowflakeRef and ids that MyBatis-Plus assigns become strings. */
        ANNOTATED,
        /** The mode annotated, with a logged warning for each property whose number JavaScript may round. */
        ANNOTATED_AND_WARN,
        ALL_LONGS,
        OFF
    }

    /** The behavior at start-up if a column is unsafe for ids. */
    enum Columns {
        REFUSE,
        WARN,
        OFF
    }

    /**
     * @param auto Whether long and Long ids with GeneratedValue but without a named generator become Snowflake ids.
     * @param columns The behavior at start-up if a column is too narrow, has AUTO_INCREMENT, or has a collation that treats two different ids as
     *     equal.
     */
    record Hibernate(
            @DefaultValue("false") Boolean auto,
            @DefaultValue("refuse") Columns columns) {}

    /**
     * @param enabled Whether Snowflake ids are set in MyBatis and MyBatis-Plus.
     * @param annotatedOnly Whether only properties with SnowflakeId get ids, for example if other ids come from AUTO_INCREMENT. The default of
     *     annotated-only is true with MyBatis-Plus, and false without MyBatis-Plus.
     */
    record MyBatis(
            @DefaultValue("true") Boolean enabled, @Nullable Boolean annotatedOnly) {}
}
