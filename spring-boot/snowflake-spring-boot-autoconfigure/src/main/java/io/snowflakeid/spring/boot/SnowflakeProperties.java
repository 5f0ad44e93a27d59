package io.snowflakeid.spring.boot;

import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowflake.*}. Spring Boot rejects unknown names. The default in the metadata applies to a setting that is null or an empty
 * text.
 *
 * @param enabled Whether the auto-configuration is active, true or false.
 * @param layout The layout of ids, as the name of a preset, or in a form such as 41x1ms/0/10/12@2010-11-04T01:42:54.657Z.
 * @param epoch The start of the layout's time, as an instant or as a date in UTC, instead of the layout's own epoch.
 * @param namespace A name of 1 to 64 letters, digits, and _ . : - characters. Ids of different namespaces may be equal, so they must not be stored
 *     together.
 * @param worker A fixed worker id that no other process uses, 0 to the layout's maximum. The value may also be a source such as env:WORKER_ID,
 *     sysprop:NAME, statefulset:NAME or ipv4:10.1.0.0/22. Replaces a ledger.
 * @param datacenter The datacenter id, 0 to the layout's maximum, or a source in a form that the setting worker allows.
 * @param file A file on a persistent volume that stores the window of a fixed worker across restarts.
 * @param maxWait The maximum time that a call waits for an id before the call throws, 1ms to 1d.
 * @param clockPolicy The reaction to a wall clock that is set back, as ride-through, refuse, tiered, or tiered:SLEEP/STAY/RETRYABLE such as
 *     tiered:3ms/100ms/5s.
 * @param maxLeap The largest leap ahead of a clock that ids follow, 1s to 365d.
 * @param runAhead The largest distance of a burst's timestamps ahead of the clock, 0ms to the layout's maximum. The default is the maximum, which is
 *     10ms with ticks of 1ms.
 * @param ledger The tables that assign worker ids.
 * @param json The properties of type long that are written as text in JSON, because JavaScript rounds large numbers.
 * @param hibernate The settings for ids of entities.
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
     * A ledger in a database.
     *
     * @param dataSource The name of the DataSource bean of one physical database, not of a router. The name of Spring Boot's own data source is
     *     dataSource.
     * @param url A jdbc: address instead of a data source. With an address, the ledger has its own connections, separate from the application's
     *     pool.
     * @param username The user for the address.
     * @param password The password for the address.
     * @param workerLedger The name of a WorkerLedger bean, instead of a data source or an address. A single WorkerLedger bean needs no name.
     * @param scope The value shared if all databases that may ever be merged take their workers from this ledger, otherwise the datacenter id that
     *     only this ledger has. Required.
     * @param window The time for which ids continue while the ledger is unavailable, at least 3 ticks of the layout, at most 7 days.
     * @param createTables Whether the ledger creates missing tables. If create-tables is false, a start without the tables fails and prints the
     *     statements.
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
            // With an address, an empty password is valid.
            password = url == null ? unlessBlank(password) : password;
            workerLedger = unlessBlank(workerLedger);
            scope = unlessBlank(scope);
        }
    }

    /** The properties of type long that are text in JSON. */
    enum Json {
        /** Properties with @SnowflakeId or @SnowflakeRef, and keys to which MyBatis-Plus assigns ids. */
        ANNOTATED,
        /** As annotated, with one warning for each other property with a number that JavaScript may round. */
        ANNOTATED_AND_WARN,
        ALL_LONGS,
        OFF
    }

    /** The reaction at start-up to columns that cannot hold ids safely. */
    enum Columns {
        REFUSE,
        WARN,
        OFF
    }

    /**
     * @param auto Whether every plain GeneratedValue of type long or Long gets a Snowflake id.
     * @param columns The reaction at start-up to a column that is too narrow, has AUTO_INCREMENT, or has a collation in which two ids are equal.
     */
    record Hibernate(
            @DefaultValue("false") Boolean auto,
            @DefaultValue("refuse") Columns columns) {}

    /**
     * @param enabled Whether MyBatis gets the interceptor, and MyBatis-Plus gets the identifier generator.
     * @param annotatedOnly Whether MyBatis sets only ids with SnowflakeId, so that the database sets other ids by AUTO_INCREMENT. The default is true
     *     with MyBatis-Plus, otherwise false.
     */
    record MyBatis(
            @DefaultValue("true") Boolean enabled, @Nullable Boolean annotatedOnly) {}
}
