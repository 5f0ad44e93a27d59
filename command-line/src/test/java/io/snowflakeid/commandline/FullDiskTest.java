package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FullDiskTest {

    private static final Path FULL = Path.of("/dev/full");

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has /dev/full")
    void isToldByTheWordsOfTheSystem() {
        IOException full = spaceIsMissing();
        assertThat(FullDisk.isBehind(new IllegalStateException("writing failed", full)))
                .isTrue();
        IllegalStateException hidden = new IllegalStateException("a writer failed");
        hidden.addSuppressed(new IllegalStateException("closing failed", full));
        assertThat(FullDisk.isBehind(new IllegalStateException("the run failed", hidden)))
                .isTrue();
        assertThat(FullDisk.isBehind(new IOException("a file is not there"))).isFalse();
    }

    private static IOException spaceIsMissing() {
        try {
            Files.writeString(FULL, "x");
        } catch (IOException e) {
            return e;
        }
        throw new AssertionError(FULL + " takes what is written");
    }
}
