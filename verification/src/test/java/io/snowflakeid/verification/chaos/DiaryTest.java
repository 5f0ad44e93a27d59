package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiaryTest {

    @TempDir
    private Path folder;

    @Test
    void theLastCountersOfEachProcessAreSummedUpAndTheLongestTimesKept() throws IOException {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        new Diary(Map.of(Diary.FAILED_CALLS, 1L), List.of(), 5, 0).write(one);
        new Diary(Map.of(Diary.FAILED_CALLS, 3L), List.of("a 1"), 4_000, 300).write(one);
        new Diary(Map.of(Diary.FAILED_CALLS, 3L, Diary.CLOCK_STEPS, 2L), List.of("b", "a 23"), 70, 900).write(two);

        assertThat(Diary.sumOf(List.of(one, two)))
                .isEqualTo(new Diary(
                        Map.of(Diary.FAILED_CALLS, 6L, Diary.CLOCK_STEPS, 2L), List.of("a 1", "b"), 4_000, 900));
    }

    @Test
    void aProcessThatWasKilledEarlyMayHaveNone() throws IOException {
        Diary none = Diary.sumOf(List.of(folder.resolve("none")));

        assertThat(none).isEqualTo(new Diary(Map.of(), List.of(), 0, 0));
        assertThat(none.counter(Diary.FAILED_CALLS)).isZero();
    }
}
