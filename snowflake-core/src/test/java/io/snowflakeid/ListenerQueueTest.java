package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ListenerQueueTest {

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final GeneratorListener listener = new GeneratorListener() {
        @Override
        public void waited(Duration waited) {
            told.add(waited.toNanos() + " on " + Thread.currentThread().getName());
        }
    };
    private final ListenerQueue queue = new ListenerQueue(listener);
    private final LedgerTalk talk = new LedgerTalk.OnItsOwnThread();

    private void tell(int event) {
        queue.tell(hearer -> hearer.waited(Duration.ofNanos(event)));
    }

    private void tellInTurn(int event) {
        queue.tellInTurn(hearer -> hearer.waited(Duration.ofNanos(event)));
    }

    private void tellFromTheKeeper(int event) {
        talk.call(() -> {
            tell(event);
            return event;
        });
    }

    @Test
    void onlyWhatTheKeeperNoticesTakesAnotherThread() throws InterruptedException {
        tell(1);
        tellFromTheKeeper(2);
        queue.close();
        queue.awaitTold();
        tellFromTheKeeper(3);
        assertThat(told)
                .containsExactly(
                        "1 on " + Thread.currentThread().getName(),
                        "2 on snowflake-listener",
                        "3 on snowflake-lease-keeper");
    }

    @Test
    void whatMoreThanAThousandWaitBeforeIsToldAsANumber() throws InterruptedException {
        CountDownLatch mayReturn = new CountDownLatch(1);
        HeardLog log = new HeardLog();
        try {
            talk.call(() -> {
                queue.tell(hearer -> awaitUninterrupted(mayReturn));
                return true;
            });
            IntStream.rangeClosed(1, ListenerQueue.CAPACITY + 6).forEach(this::tellInTurn);
            mayReturn.countDown();
            queue.close();
            queue.awaitTold();
        } finally {
            log.close();
        }
        assertThat(told)
                .hasSize(ListenerQueue.CAPACITY - 1) // and the one that was being told
                .startsWith("1 on snowflake-listener", "2 on snowflake-listener");
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("WARNING listener " + listener.getClass().getName())
                .endsWith(" was busy for so long that 7 events were not told to it");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
