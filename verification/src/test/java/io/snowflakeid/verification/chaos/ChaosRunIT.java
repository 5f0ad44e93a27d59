package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.RedisServers;
import io.snowflakeid.testing.servers.TestDatabase;
import io.snowflakeid.verification.makers.MakerSettings;
import io.snowflakeid.verification.makers.RedisStore;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.RedisClient;

/** Short runs with all faults; clocks are stepped if libfaketime is found. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Timeout(240)
@Tag("long")
class ChaosRunIT {

    private static final long LEAST_IDS = 100_000;

    /** Where it is not in a usual place. */
    private static final @Nullable Path FAKETIME =
            System.getenv("SNOWFLAKE_FAKETIME") == null ? null : Path.of(System.getenv("SNOWFLAKE_FAKETIME"));

    @TempDir
    private Path folder;

    @Test
    void findsNoDuplicateOnADatabaseOfItsOwn() throws Exception {
        ChaosResult result =
                run(List.of(), EnumSet.of(FaultFamily.KILLS, FaultFamily.PAUSES, FaultFamily.OUTAGES), null);

        isProved(result);
        assertThat(result.faketime()).isEqualTo(ChaosResult.ABSENT);
        assertThat(result.log().clockSteps()).isZero();
        assertThat(result.ledger()).startsWith("H2 ");
    }

    @ParameterizedTest
    @EnumSource
    void findsNoDuplicateOnAServerAndLeavesNothingInTheLedger(DatabaseServer server) throws Exception {
        try (TestDatabase database = server.newDatabase()) {
            ChaosResult result = run(List.of(ledger(database)), FaultFamily.DEFAULT, "echo restarted");

            isProved(result);
            assertThat(result.ledger()).startsWithIgnoringCase(server.name());
            assertThat(result.log().clockSteps() > 0)
                    .isEqualTo(!result.faketime().equals(ChaosResult.ABSENT));
            assertThat(result.effects().restarts()).isPositive();
            assertThat(result.effects().restartsFailed()).isZero();
            assertThat(folder.resolve("restart.log")).content().startsWith("restarted");
            assertThat(rows(database)).isZero();
        }
    }

    @Test
    void findsNoDuplicateOnRedis() throws Exception {
        ChaosResult result = run(List.of(redis()), FaultFamily.DEFAULT, null);

        isProved(result);
        assertThat(result.ledger()).startsWith("Redis ");
    }

    @Test
    void leavesNothingInRedis() throws Exception {
        MakerSettings settings = MakerSettings.of(List.of(redis()), 2_000, false);
        String key = "snowflake:{" + settings.namespace() + "}";
        SnowflakeMaker maker = new SnowflakeMaker();
        try (RedisClient client = RedisStore.client(redis(), 5_000)) {
            maker.prepare(settings);
            assertThat(client.exists(key)).isTrue();
            maker.cleanUp(settings);
            assertThat(client.exists(key)).isFalse();
        }
    }

    private static Database redis() {
        URI uri = URI.create(RedisServers.uri());
        String url = "redis://" + uri.getHost() + ":" + uri.getPort() + "/0";
        return new Database("the ledger", url, "", "");
    }

    /** Only outages are injected, and one database is always available. A busy machine needs the longer window for a move. */
    @Test
    void idsGoOnInTheOtherLedgerWhileOneIsAway() throws Exception {
        DatabaseServer server = DatabaseServer.mySqlOrMariaDb();
        try (TestDatabase first = server.newDatabase();
                TestDatabase second = server.newDatabase()) {
            Set<FaultFamily> outages = EnumSet.of(FaultFamily.OUTAGES);
            ChaosOptions options =
                    new ChaosOptions(SnowflakeMaker.NAME, 4, 27, 3_000, 200_000, outages, 1, null, null, false);
            ChaosResult result = run(options, List.of(ledger(first), ledger(second)));

            assertThat(result.duplicates()).isZero();
            assertThat(result.effects().outages()).isPositive();
            assertThat(result.log().counters().get("leasesMoved"))
                    .describedAs("%s", result)
                    .isPositive();
            assertThat(result.ledger()).contains(", and M");
            assertThat(rows(first) + rows(second)).isZero();
        }
    }

    @Test
    void anOlderCopyThatIsMarkedDoesNoHarm() throws Exception {
        ChaosResult result =
                run(SnowflakeMaker.NAME, DatabaseServer.mySqlOrMariaDb(), FaultFamily.RESTORES, 3, 40, 10_000);
        assertThat(result.effects().restores()).describedAs("%s", result).isPositive();
        assertThat(result.duplicates()).describedAs("%s", result).isZero();
    }

    /** Two writers, with a window so long that no renewal happens between the restore and the next process. */
    @Test
    @Tag("nightly")
    void anOlderCopyThatIsNotMarkedGrantsAWindowAgain() throws Exception {
        ChaosResult result = run("unprotected", DatabaseServer.mySqlOrMariaDb(), FaultFamily.RESTORES, 2, 24, 60_000);
        assertThat(result.effects().restores()).describedAs("%s", result).isPositive();
        assertThat(result.duplicates()).describedAs("%s", result).isPositive();
    }

    @ParameterizedTest
    @Tag("nightly")
    @EnumSource
    void aLedgerWithoutATransactionOfItsOwnLosesGrants(DatabaseServer server) throws Exception {
        ChaosResult result = run("unprotected", server, FaultFamily.LEFT_OPEN, 3, 10, 2_000);
        assertThat(result.duplicates()).describedAs("%s", result).isPositive();
    }

    private static Database ledger(TestDatabase database) {
        return new Database("the ledger", database.url(), database.user(), database.password());
    }

    private static void isProved(ChaosResult result) throws Exception {
        assertThat(result.duplicates()).describedAs("%s", result).isZero();
        assertThat(result.missing()).describedAs("%s", result).isEmpty();
        assertThat(result.proved()).isTrue();
        assertThat(result.ids()).isGreaterThan(LEAST_IDS);
        assertThat(result.processes()).isGreaterThan(result.options().writers());
        assertThat(result.log().counters().get("leasesGranted"))
                .isGreaterThanOrEqualTo(result.options().writers());
    }

    private ChaosResult run(List<Database> ledgers, Set<FaultFamily> faults, @Nullable String restart)
            throws Exception {
        return run(
                new ChaosOptions(SnowflakeMaker.NAME, 4, 9, 1_000, 200_000, faults, 1, FAKETIME, restart, false),
                ledgers);
    }

    private ChaosResult run(
            String maker, DatabaseServer server, FaultFamily faults, int writers, int seconds, long window)
            throws Exception {
        try (TestDatabase database = server.newDatabase()) {
            Set<FaultFamily> one = Set.of(faults);
            return run(
                    new ChaosOptions(maker, writers, seconds, window, 200_000, one, 1, null, null, false),
                    List.of(ledger(database)));
        }
    }

    private ChaosResult run(ChaosOptions options, List<Database> ledgers) throws Exception {
        ChaosResult result = ChaosRun.run(options, ChaosRun.Plan.RANDOM, ledgers, folder, (step, done, total) -> {});
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).noneMatch(Files::isDirectory);
        }
        assertThat(ProcessHandle.current().children()).noneMatch(ChaosRunIT::isWriter);
        return result;
    }

    private static boolean isWriter(ProcessHandle child) {
        return child.info().commandLine().orElse("").contains(ChaosWriter.class.getName());
    }

    private static long rows(TestDatabase database) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT (SELECT COUNT(*) FROM snowflake_worker)"
                        + " + (SELECT COUNT(*) FROM snowflake_namespace)")) {
            count.next();
            return count.getLong(1);
        }
    }
}
