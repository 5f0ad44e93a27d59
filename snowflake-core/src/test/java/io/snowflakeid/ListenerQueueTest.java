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

    private static final long LONG = Duration.ofMinutes(1).toNanos();

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final GeneratorListener listener = new GeneratorListener() {
        @Override
        public void waited(Duration waited) {
            told.add(waited.toNanos() + " on " + Thread.currentThread().getName());
        }
    };
    private final ListenerQueue queue = new ListenerQueue(listener);

    private void tellInTurn(int event) {
        queue.tellInTurn(hearer -> hearer.waited(Duration.ofNanos(event)));
    }

    @Test
    void whatHappensToTheGeneratorTakesAnotherThreadUntilItIsClosed() {
        queue.tell(hearer -> hearer.waited(Duration.ofNanos(1)));
        tellInTurn(2);
        queue.close(ListenerQueue.isDone(queue.told(), LONG));
        tellInTurn(3);
        String here = Thread.currentThread().getName();
        assertThat(told).containsExactly("1 on " + here, "2 on snowflake-listener", "3 on " + here);
    }

    @Test
    void whatMoreThanAThousandWaitBeforeIsToldAsANumber() throws InterruptedException {
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        HeardLog log = new HeardLog();
        try {
            queue.tellInTurn(hearer -> {
                blocks.countDown();
                awaitUninterrupted(mayReturn);
            });
            blocks.await();
            IntStream.rangeClosed(1, ListenerQueue.CAPACITY + 7).forEach(this::tellInTurn);
            mayReturn.countDown();
            Await.until(() -> told.size() == ListenerQueue.CAPACITY);
            queue.close(ListenerQueue.isDone(queue.told(), LONG));
        } finally {
            log.close();
        }
        assertThat(told)
                .hasSize(ListenerQueue.CAPACITY)
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
