package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to the ledger itself, and to its connections. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Timeout(240)
@Tag("long")
class LedgerFaultsIT {

    @TempDir
    private Path folder;

    @Test
    void anOlderCopyThatIsMarkedDoesNoHarm() throws Exception {
        ChaosResult result = run(SnowflakeMaker.NAME, DatabaseServer.mySqlOrMariaDb(), FaultFamily.RESTORES, 3, 40, 10);
        assertThat(result.effects().restores()).describedAs("%s", result).isPositive();
        assertThat(result.duplicates()).describedAs("%s", result).isZero();
    }

    /** Two writers, and a window so long that no renewal comes between the restore and the next process. */
    @Test
    void anOlderCopyThatIsNotMarkedGrantsAWindowAgain() throws Exception {
        ChaosResult result = run("unprotected", DatabaseServer.mySqlOrMariaDb(), FaultFamily.RESTORES, 2, 24, 60);
        assertThat(result.effects().restores()).describedAs("%s", result).isPositive();
        assertThat(result.duplicates()).describedAs("%s", result).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void aLedgerWithoutATransactionOfItsOwnLosesGrants(DatabaseServer server) throws Exception {
        ChaosResult result = run("unprotected", server, FaultFamily.LEFT_OPEN, 3, 10, 2);
        assertThat(result.duplicates()).describedAs("%s", result).isPositive();
    }

    private ChaosResult run(
            String maker, DatabaseServer server, FaultFamily faults, int writers, int seconds, int windowSeconds)
            throws Exception {
        try (TestDatabase database = server.newDatabase()) {
            Database ledger = new Database("the ledger", database.url(), database.user(), database.password());
            ChaosOptions options = new ChaosOptions(
                    maker, writers, seconds, windowSeconds * 1000L, 200_000, Set.of(faults), 1, null, null, false);
            return ChaosRun.run(options, ChaosRun.Plan.RANDOM, List.of(ledger), folder, (step, done, total) -> {});
        }
    }
}
