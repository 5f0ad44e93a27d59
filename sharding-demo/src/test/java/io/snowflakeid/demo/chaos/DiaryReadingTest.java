package io.snowflakeid.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.chaos.WriterProcess.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiaryReadingTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    private final DiaryReading reading = new DiaryReading();

    @Test
    void theLongestStallIsTheOneWithoutTheTimeInWhichTheProcessWasStopped() throws IOException {
        Path file = folder.resolve("one");
        try (Diary diary = new Diary(file)) {
            diary.stall(10 * SECOND, 12 * SECOND);
            diary.stall(20 * SECOND, 30 * SECOND);
        }

        reading.add(file, List.of(new Pause(19 * SECOND, 24 * SECOND), new Pause(25 * SECOND, 27 * SECOND)));

        assertThat(reading.longestStallMillis()).isEqualTo(4_000);
    }

    @Test
    void theLastCountersOfEachProcessAreSummedUp() throws IOException {
        for (String name : List.of("one", "two")) {
            try (Diary diary = new Diary(folder.resolve(name))) {
                diary.count(Map.of(Diary.FAILED_CALLS, 1L));
                diary.count(Map.of(Diary.FAILED_CALLS, 3L));
                diary.clockJumped(-3_540_000);
                diary.started(name.length() * 100L);
            }
            reading.add(folder.resolve(name), List.of());
        }

        assertThat(reading.counter(Diary.FAILED_CALLS)).isEqualTo(6);
        assertThat(reading.counter("unheard of")).isZero();
        assertThat(reading.clockSteps()).isEqualTo(2);
        assertThat(reading.longestStartMillis()).isEqualTo(300);
    }

    @Test
    void theLastReasonIsKnownWhileTheProcessStillTries() throws IOException {
        Path file = folder.resolve("one");
        assertThat(DiaryReading.lastFailure(file)).isEmpty();
        try (Diary diary = new Diary(file)) {
            diary.failure(new IllegalStateException("timed out after 2000 ms"));
            diary.failure(new IllegalStateException("a column is missing"));
            diary.count(Map.of(Diary.FAILED_STARTS, 2L));

            assertThat(DiaryReading.lastFailure(file)).contains("IllegalStateException: a column is missing");
        }
    }

    @Test
    void aReasonIsToldOnceWhateverItsNumbers() throws IOException {
        Path file = folder.resolve("one");
        try (Diary diary = new Diary(file)) {
            diary.failure(new IllegalStateException("worker 1 was\nlost"));
            diary.failure(new IllegalStateException("worker 23 was lost"));
        }

        reading.add(file, List.of());

        assertThat(reading.reasons()).containsExactly("IllegalStateException: worker 1 was lost");
        assertThat(file).content().hasLineCount(1);
    }

    @Test
    void aProcessThatWasKilledMayHaveNoDiaryOrHalfALine() throws IOException {
        Path torn = folder.resolve("torn");
        Files.writeString(torn, "started 7\ncount failedCa", StandardOpenOption.CREATE);

        reading.add(folder.resolve("none"), List.of());
        reading.add(torn, List.of());

        assertThat(reading.longestStartMillis()).isEqualTo(7);
        assertThat(reading.counters()).isEmpty();
    }
}
