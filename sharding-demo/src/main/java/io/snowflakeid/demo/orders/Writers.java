package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import io.snowflakeid.demo.orders.Reply.Word;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

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
    private final Map<Integer, Long> orders = new HashMap<>(); // by writer, how many it has committed
    private long writersReady;
    private boolean ending;

    private Writers() {}

    /** Starts them all; they begin to write at once. */
    static Writers start(List<Database> databases, OrdersOptions options) {
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
     * Waits until all orders that come in peace are written.
     *
     * @param ready called with the number of writers that have their worker id
     * @param ordersWritten called with the number of orders that are committed
     */
    List<WriterReport> awaitWritten(LongConsumer ready, LongConsumer ordersWritten) {
        return await(Word.WRITTEN, ready, ordersWritten, new TypeReference<WriterReport>() {});
    }

    /** Has all of them lose a database, and take the orders that come meanwhile. */
    List<OutageReport> lose(int database, LongConsumer ordersWritten) {
        tellAll(new Command(Command.Word.LOSE, String.valueOf(database)));
        return await(Word.LOST, ready -> {}, ordersWritten, new TypeReference<OutageReport>() {});
    }

    /** Has all of them regain it, and place again what was refused. */
    List<WriterReport> regain(int database, LongConsumer ordersWritten) {
        tellAll(new Command(Command.Word.REGAIN, String.valueOf(database)));
        return await(Word.WRITTEN, ready -> {}, ordersWritten, new TypeReference<WriterReport>() {});
    }

    private void tellAll(Command command) {
        IntStream.range(0, processes.size()).forEach(writer -> tell(writer, command));
    }

    private void tell(int writer, Command command) {
        try {
            processes.get(writer).tell(command.line());
        } catch (IOException e) {
            throw new OrdersFailedException("writer " + writer + " takes no commands (" + e.getMessage() + ")", e);
        }
    }

    /** One reply with this word from each. */
    private <T> List<T> await(Word word, LongConsumer ready, LongConsumer ordersWritten, TypeReference<T> type) {
        List<T> reports = new ArrayList<>();
        while (reports.size() < processes.size()) {
            Reply reply = next();
            if (reply.word() == word) {
                reports.add(read(reply, type));
                continue;
            }
            switch (reply.word()) {
                case READY -> ready.accept(++writersReady);
                case PROGRESS -> {
                    orders.put(reply.writer(), Long.parseLong(reply.rest()));
                    ordersWritten.accept(
                            orders.values().stream().mapToLong(Long::longValue).sum());
                }
                default -> throw unexpected(reply);
            }
        }
        return reports;
    }

    private static OrdersFailedException unexpected(Reply reply) {
        return new OrdersFailedException("writer " + reply.writer() + " said " + reply.line() + " out of turn", null);
    }

    /** Has the first writer repair the merchants' index. */
    RepairRun repairIndex(Duration grace) {
        tell(0, new Command(Command.Word.REPAIR, String.valueOf(grace.toMillis())));
        return answer(Word.REPAIRED, new TypeReference<RepairRun>() {});
    }

    /** Has the first writer look orders up. */
    List<LookUp> lookUp(List<KnownOrder> known) {
        try {
            tell(0, new Command(Command.Word.LOOK_UP, json.writeValueAsString(known)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        return answer(Word.LOOKED_UP, new TypeReference<List<LookUp>>() {});
    }

    private <T> T answer(Word word, TypeReference<T> type) {
        Reply reply = next();
        if (reply.word() != word) {
            throw unexpected(reply);
        }
        return read(reply, type);
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
