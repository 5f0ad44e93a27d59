package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterLogTest {

    @TempDir
    private Path folder;

    @Test
    void theLastCountersOfEachProcessAreSummedUpAndTheLongestTimesKept() throws IOException {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        Path killedEarly = folder.resolve("three");
        new WriterLog(1, 0, 0, 5, 0, Map.of(), List.of()).write(one);
        new WriterLog(3, 1, 0, 4_000, 300, Map.of("renewals", 7L), List.of("a 1")).write(one);
        new WriterLog(3, 0, 2, 70, 900, Map.of("renewals", 1L, "lost", 1L), List.of("b", "a 23")).write(two);

        assertThat(WriterLog.sumOf(List.of(one, two, killedEarly)))
                .isEqualTo(new WriterLog(6, 1, 2, 4_000, 900, Map.of("renewals", 8L, "lost", 1L), List.of("a 1", "b")));
    }
}
