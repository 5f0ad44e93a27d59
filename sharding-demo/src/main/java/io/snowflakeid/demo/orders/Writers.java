package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.demo.DemoDatabase;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.Reply.Word;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongConsumer;

/**
 * The writer processes of one run. For one thread; a failure of any of them fails the call that waits, and closing destroys those
 * that are still there, as does the end of this JVM.
 */
final class Writers implements AutoCloseable {

    private final JsonMapper json = new JsonMapper();
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private final List<WriterProcess> processes = new CopyOnWriteArrayList<>(); // the destroyer may come at any time
    private final Thread destroyer = new Thread(this::destroyAll, "destroy writers");
    private final Map<Integer, WriterFailure> failures = new HashMap<>(); // by writer, what it said before it ended
    private boolean ending;

    private Writers() {}

    /** Starts them all; they begin to write at once. */
    static Writers start(List<DemoDatabase> databases, OrdersOptions options) {
        Writers writers = new Writers();
        Runtime.getRuntime().addShutdownHook(writers.destroyer);
        try {
            for (int i = 0; i < options.writers(); i++) {
                WriterProcess process = WriterProcess.start(i, writers.replies::add);
                writers.processes.add(process);
                process.tell(writers.json.writeValueAsString(new WriterTask(databases, options, i)));
            }
            return writers;
        } catch (IOException e) {
            writers.close();
            throw new OrdersFailedException("a writer process could not be started (" + e.getMessage() + ")", e);
        }
    }

    /**
     * Waits until all is written.
     *
     * @param ready called with the number of writers that have their worker id
     * @param ordersWritten called with the number of orders that are committed
     */
    List<WriterReport> awaitWritten(LongConsumer ready, LongConsumer ordersWritten) {
        long[] progress = new long[processes.size()];
        long writersReady = 0;
        List<WriterReport> reports = new ArrayList<>();
        while (reports.size() < processes.size()) {
            Reply reply = next();
            switch (reply.word()) {
                case READY -> ready.accept(++writersReady);
                case PROGRESS -> {
                    progress[reply.writer()] = Long.parseLong(reply.rest());
                    ordersWritten.accept(Arrays.stream(progress).sum());
                }
                case WRITTEN -> reports.add(read(reply, new TypeReference<WriterReport>() {}));
                default -> throw unexpected(reply);
            }
        }
        return reports;
    }

    private static OrdersFailedException unexpected(Reply reply) {
        return new OrdersFailedException("writer " + reply.writer() + " said " + reply.line() + " out of turn", null);
    }

    /** Has the first writer look orders up. */
    List<LookUp> lookUp(List<KnownOrder> orders) {
        try {
            processes.get(0).tell(json.writeValueAsString(orders));
        } catch (IOException e) {
            throw new OrdersFailedException("writer 0 takes no look-ups (" + e.getMessage() + ")", e);
        }
        Reply reply = next();
        if (reply.word() != Word.LOOKED_UP) {
            throw unexpected(reply);
        }
        return read(reply, new TypeReference<List<LookUp>>() {});
    }

    private <T> T read(Reply reply, TypeReference<T> type) {
        try {
            return json.readValue(reply.rest(), type);
        } catch (JsonProcessingException e) {
            throw new OrdersFailedException(
                    "writer " + reply.writer() + " says what cannot be read: " + reply.rest(), e);
        }
    }

    /** The next reply; the end of a process is a failure, unless it was told to end and did so in peace. */
    private Reply next() {
        Reply reply = take();
        while (reply.word() == Word.FAILED) {
            failures.put(reply.writer(), read(reply, new TypeReference<WriterFailure>() {}));
            reply = take();
        }
        if (reply.word() == Word.ENDED && !(ending && reply.rest().equals("0"))) {
            throw ended(reply);
        }
        return reply;
    }

    private OrdersFailedException ended(Reply reply) {
        String what = "writer " + reply.writer() + " ended with exit code " + reply.rest();
        WriterFailure failure = failures.get(reply.writer());
        return failure == null
                ? new OrdersFailedException(what + " and gave no reason: see its lines on standard error", null)
                : new OrdersFailedException(
                        what + ": " + failure.line(),
                        new OrdersFailedException("there: " + failure.stackTrace(), null));
    }

    private Reply take() {
        try {
            return replies.take();
        } catch (InterruptedException e) {
            // OrdersScenario keeps the flag: set before the tables are dropped, it would make H2 close its files
            throw new OrdersFailedException("interrupted while waiting for the writers", e);
        }
    }

    /** Lets them end by themselves, and waits for it. */
    void end() {
        ending = true;
        for (WriterProcess process : processes) {
            process.endCommands();
        }
        for (int ended = 0; ended < processes.size(); ended++) {
            next();
        }
    }

    @Override
    public void close() {
        destroyAll();
        try {
            Runtime.getRuntime().removeShutdownHook(destroyer);
        } catch (IllegalStateException shuttingDown) {
            // then the hook has run, or is about to, and finds nothing left
        }
    }

    private void destroyAll() {
        processes.forEach(WriterProcess::destroy);
        processes.forEach(WriterProcess::awaitEnd);
    }
}
