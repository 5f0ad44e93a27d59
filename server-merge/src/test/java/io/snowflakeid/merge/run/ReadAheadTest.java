package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which parts are read, and which are not worth it. */
@Timeout(30)
class ReadAheadTest {

    private static final int PARTS = 40;

    private final BlockingQueue<Integer> read = new LinkedBlockingQueue<>();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void eachPartButTheFirstIsReadWhileTheOneBeforeIsComputed() throws Exception {
        try (ReadAhead ahead = ahead(part -> {})) {
            for (int part = 0; part < PARTS - 1; part++) {
                ahead.begun(part);

                assertThat(read.take()).isEqualTo(part + 1);
            }
            ahead.begun(PARTS - 1);

            assertThat(poll()).isNull();
        }
    }

    @Test
    void aPartThatIsComputedAlreadyIsNotReadAnyMore() throws Exception {
        CountDownLatch disk = new CountDownLatch(1);
        try (ReadAhead ahead = ahead(part -> await(disk))) {
            ahead.begun(0);
            assertThat(read.take()).isEqualTo(1);
            for (int part = 1; part <= 4; part++) {
                ahead.begun(part);
            }
            disk.countDown();

            assertThat(read.take()).isEqualTo(5);
        }
    }

    @Test
    void rowsThatAreInMemoryAreLeftAloneForAWhile() throws Exception {
        List<Integer> all = new ArrayList<>();
        try (ReadAhead ahead = ahead(part -> {})) {
            for (int part = 0; part < PARTS; part++) {
                ahead.begun(part);
                // computing takes time, reading takes none
                for (Integer one = poll(); one != null; one = poll()) {
                    all.add(one);
                }
                clock.addAndGet(1_000_000);
            }
        }

        assertThat(all).startsWith(1).hasSizeLessThan(PARTS / 3);
        assertThat(all).as("looked at again").anyMatch(part -> part > ReadAhead.PARTS_OF_REST);
    }

    @Test
    void aPartThatCannotBeReadDoesNotKeepFromTheOthers() throws Exception {
        try (ReadAhead ahead = ahead(part -> {
            if (part == 1) {
                throw new SQLException("lost");
            }
        })) {
            ahead.begun(0);
            assertThat(read.take()).isEqualTo(1);
            ahead.begun(1);

            assertThat(read.take()).isEqualTo(2);
        }
    }

    // --------------------------------------------------------------------------------------------------------- steps

    /** With a clock that stands still, so that nothing rests. */
    private ReadAhead ahead(ReadAhead.Reader reader) {
        return new ReadAhead(
                PARTS,
                part -> {
                    read.add(part);
                    reader.read(part);
                },
                clock::get);
    }

    private @Nullable Integer poll() throws InterruptedException {
        return read.poll(20, TimeUnit.MILLISECONDS);
    }

    private static void await(CountDownLatch latch) throws SQLException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }
}
