package io.snowflakeid.spring.boot;

import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All that {@code snowflake.*} may say; Spring Boot rejects any other name there. What is null is not set, and has the default that its
 * metadata shows; an empty text is as good as none.
 *
 * @param enabled Whether anything of this is set up, true or false.
 * @param layout What ids consist of: the name of a preset, or a layout such as 41x1ms/0/10/12@2010-11-04T01:42:54.657Z.
 * @param epoch When the layout's time begins, in place of its own epoch: an instant, or a date in UTC.
 * @param namespace Ids of different namespaces may be equal, and are never stored together. 1 to 64 letters, digits, and _ . : - alone.
 * @param worker A fixed worker id, in place of a ledger, that no other process uses, 0 to the layout's greatest; or its source:
 *     env:WORKER_ID, sysprop:NAME, statefulset:NAME, ipv4:10.1.0.0/22.
 * @param datacenter The datacenter id, 0 to the layout's greatest, or a source of it as for the worker.
 * @param file A file on a persistent volume that keeps the window of a fixed worker over restarts.
 * @param maxWait How long a call may wait for an id before it throws, 1ms to 1d.
 * @param clockPolicy What to do when the wall clock is set back: ride-through, refuse, tiered, or tiered:SLEEP/STAY/RETRYABLE such as
 *     tiered:3ms/100ms/5s.
 * @param maxLeap How far a clock may leap ahead and be followed, 1s to 365d.
 * @param runAhead How far a burst may run ahead of the clock, 0ms to what the layout allows (10ms with ticks of 1ms), which is the
 *     default.
 * @param ledger The tables that hand worker ids out.
 * @param json Which properties of type long are written as text in JSON, so that JavaScript does not round them.
 * @param hibernate Ids of entities.
 * @param mybatis Ids of rows that MyBatis inserts.
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

    /** An empty value is how a profile or a test takes back what another source of properties has set. */
    private static @Nullable String unlessBlank(@Nullable String value) {
        return value == null || value.isBlank() ? null : value;
    }

    /** Whether something says where workers come from. */
    boolean hasSource() {
        return Stream.<@Nullable String>of(
                        worker, ledger.dataSource(), ledger.url(), ledger.workerLedger(), ledger.scope())
                .anyMatch(source -> source != null);
    }

    /**
     * A ledger in a database.
     *
     * @param dataSource The name of the DataSource bean of one physical database, never a router. Spring Boot's own is called
     *     dataSource.
     * @param url A jdbc: address, in place of a data source: the ledger then has connections of its own, so that a pool that is used
     *     up does not starve it.
     * @param username The user of the address.
     * @param password The password of the address.
     * @param workerLedger The name of a WorkerLedger bean, in place of a data source or an address. A single bean of that type needs
     *     no name.
     * @param scope Which databases may ever be merged? "shared" if all of them take their workers from this ledger, or the
     *     datacenter id that this ledger owns and no other has. Required.
     * @param window How long ids go on while the ledger's database is away, at least 3 ticks of the layout, at most 7 days.
     * @param createTables Whether missing tables are created. Otherwise the start fails, and says the statements.
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
            // beside an address, an empty one is a password, too
            password = url == null ? unlessBlank(password) : password;
            workerLedger = unlessBlank(workerLedger);
            scope = unlessBlank(scope);
        }
    }

    /** Which properties of type long are text in JSON. */
    enum Json {
        /** Those that bear @SnowflakeId or @SnowflakeRef, and keys to which MyBatis-Plus assigns ids. */
        ANNOTATED,
        /** All. */
        ALL_LONGS,
        /** None. */
        OFF
    }

    /** What the start does if ids are not safe in their real columns. */
    enum Columns {
        REFUSE,
        WARN,
        OFF
    }

    /**
     * @param auto Whether every plain GeneratedValue of type long or Long gets a Snowflake id.
     * @param columns What a start does if a real id column is too narrow, AUTO_INCREMENT, or takes two ids for one.
     */
    record Hibernate(
            @DefaultValue("false") Boolean auto,
            @DefaultValue("refuse") Columns columns) {}

    /**
     * @param enabled Whether MyBatis gets the interceptor, and MyBatis-Plus its identifier generator.
     * @param annotatedOnly Whether a keyProperty without SnowflakeId is left to MyBatis, for tables with AUTO_INCREMENT. If not
     *     given, so it is where MyBatis-Plus is used.
     */
    record MyBatis(
            @DefaultValue("true") Boolean enabled, @Nullable Boolean annotatedOnly) {}
}
