package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a power cut leaves of a window file: at any moment a whole file, and no mark below the end of a window that was granted. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a folder cannot be synced there; its moves are journalled")
class WindowFilePowerCutTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final long NOON_NANOS = NOON.getEpochSecond() * 1_000_000_000L;
    private static final long NOON_TICK = LAYOUT.tickAt(NOON);

    @TempDir
    private Path folder;

    @TempDir
    private Path restarted;

    private final String namespace = UUID.randomUUID().toString();

    private PowerCutWindowFile file(Runnable afterEachStep) {
        return new PowerCutWindowFile(folder.resolve("window"), LAYOUT, afterEachStep);
    }

    private FixedWorkerLedger ledger(PowerCutWindowFile file) {
        return FixedWorkerLedger.of(LAYOUT, 5).inNamespace(namespace).storedIn(file);
    }

    /** The mark that a process reads after a power cut now; 0 without a file. */
    private long markLeft(PowerCutWindowFile disk) {
        try {
            Path left = Files.createTempDirectory(restarted, "left");
            disk.writeLeft(left);
            Path window = left.resolve("window");
            return Files.exists(window) ? wholeMark(Files.readString(window)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long wholeMark(String text) {
        assertThat(text).startsWith(LAYOUT.spec() + " ").endsWith("\n");
        return Long.parseLong(text.split(" ", -1)[1]);
    }

    @Test
    void noWindowIsGrantedWhoseEndIsNotDurable() {
        PowerCutWindowFile disk = file(() -> {});
        FixedWorkerLedger ledger = ledger(disk);
        WorkerGrant grant = ledger.acquire(NOON_NANOS);
        assertThat(markLeft(disk)).isGreaterThanOrEqualTo(grant.until()).isGreaterThan(NOON_TICK);
        for (int second = 1; second <= 10; second++) {
            grant = ledger.renew(grant, NOON_TICK + 1_000L * second).orElseThrow();
            assertThat(markLeft(disk)).isGreaterThanOrEqualTo(grant.until());
        }
        ledger.release(grant, NOON_TICK + 10_500);
        assertThat(markLeft(disk)).isGreaterThanOrEqualTo(NOON_TICK + 10_500);
    }

    @Test
    void atAnyMomentThereIsAWholeFileThatCoversWhatWasGranted() {
        long[] granted = {0};
        int[] steps = {0};
        PowerCutWindowFile[] disk = {null};
        disk[0] = file(() -> {
            steps[0]++;
            assertThat(markLeft(disk[0])).isGreaterThanOrEqualTo(granted[0]);
        });
        FixedWorkerLedger ledger = ledger(disk[0]);
        WorkerGrant grant = ledger.acquire(NOON_NANOS);
        for (int second = 1; second <= 5; second++) {
            granted[0] = grant.until();
            grant = ledger.renew(grant, NOON_TICK + 1_000L * second).orElseThrow();
        }
        granted[0] = NOON_TICK + 5_500;
        ledger.release(grant, NOON_TICK + 5_500);
        assertThat(steps[0]).isGreaterThan(13);
    }
}
