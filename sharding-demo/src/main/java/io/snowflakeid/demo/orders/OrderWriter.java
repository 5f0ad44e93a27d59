package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.demo.orders.Reply.Word;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.LogManager;

/**
 * One of the processes that write orders. It takes a worker id from the ledger, writes its share, and then looks orders up for as
 * long as it is asked to.
 *
 * <p>Told by its parent on standard input: a {@link WriterTask}, then any number of lists of {@link KnownOrder}, each a line of
 * JSON; the end of input ends it, at any time, so that it never outlives its parent. Answers are {@link Reply} lines on standard
 * output. Exit code 0, or 1 after a {@link Word#FAILED} line.
 */
final class OrderWriter {

    private static final int ORDERS_PER_TRANSACTION = 50;
    private static final String END = "";
    private static final int FAILED = 1;

    private final JsonMapper json = new JsonMapper();
    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final PrintStream replies;
    private volatile boolean written;

    private OrderWriter(PrintStream replies) {
        this.replies = replies;
    }

    /** Started by {@link Writers}; takes no arguments. */
    public static void main(String[] arguments) {
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // what libraries print must not come between the replies
        quietLibraries();
        System.exit(new OrderWriter(replies).run());
    }

    /** Warnings and errors only, and not the one about a dialect that has to be set. Before any of their classes is loaded. */
    private static void quietLibraries() {
        System.setProperty("org.jboss.logging.provider", "slf4j");
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        System.setProperty("org.slf4j.simpleLogger.log.org.hibernate.orm.deprecation", "error");
        LogManager.getLogManager().getLogger("").setLevel(Level.WARNING);
    }

    private int run() {
        Thread reader = new Thread(this::readCommands, "commands");
        reader.setDaemon(true);
        reader.start();
        try {
            work(json.readValue(commands.take(), WriterTask.class));
            return 0;
        } catch (Exception e) {
            return failed(WriterFailure.of(e));
        }
    }

    private int failed(WriterFailure failure) {
        try {
            say(Word.FAILED, json.writeValueAsString(failure));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(failure.stackTrace(), e);
        }
        return FAILED;
    }

    private void readCommands() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                commands.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the parent's commands cannot be read any more", e);
        } finally {
            if (!written) {
                Runtime.getRuntime()
                        .halt(FAILED); // the parent has gone, perhaps with the database; nobody listens any more
            }
            commands.add(END);
        }
    }

    private void work(WriterTask task) throws Exception {
        try (ShardedDatabase databases = new ShardedDatabase(task.databases());
                SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(
                        JdbcWorkerLedger.shared(OrdersScenario.LAYOUT, databases.physicalForLedger())
                                .namespace(OrdersScenario.NAMESPACE)
                                .createTables(false) // the parent's: a late writer must not bring them back
                                .build());
                HibernateStore hibernate = new HibernateStore(databases.sharded(), ids);
                MyBatisStore myBatis = new MyBatisStore(databases.sharded(), ids)) {
            say(Word.READY, String.valueOf(ids.status().worker()));
            write(task, List.of(hibernate, myBatis), ids.status().worker());
            answerLookUps(new LookUps(databases.statements(), hibernate, myBatis));
        }
    }

    private void write(WriterTask task, List<OrderStore> stores, long worker) throws IOException {
        Iterator<PlacedOrder> share = new OrderPlan(task.options()).shareOf(task.writer());
        Map<String, Long> rowsThrough = new TreeMap<>();
        long started = System.currentTimeMillis();
        long orders = 0;
        long items = 0;
        long payments = 0;
        for (int transaction = 0; share.hasNext(); transaction++) {
            List<PlacedOrder> placed = next(share);
            OrderStore store = stores.get(transaction % stores.size());
            store.write(placed);
            orders += placed.size();
            items += placed.stream().mapToLong(order -> order.items().size()).sum();
            payments +=
                    placed.stream().mapToLong(order -> order.payments().size()).sum();
            rowsThrough.merge(
                    store.name(), placed.stream().mapToLong(PlacedOrder::rows).sum(), Long::sum);
            say(Word.PROGRESS, String.valueOf(orders));
        }
        written = true;
        say(
                Word.WRITTEN,
                json.writeValueAsString(new WriterReport(
                        worker, orders, items, payments, rowsThrough, started, System.currentTimeMillis())));
    }

    private static List<PlacedOrder> next(Iterator<PlacedOrder> share) {
        List<PlacedOrder> placed = new ArrayList<>();
        while (share.hasNext() && placed.size() < ORDERS_PER_TRANSACTION) {
            placed.add(share.next());
        }
        return placed;
    }

    private void answerLookUps(LookUps lookUps) throws IOException, InterruptedException {
        for (String command = commands.take(); !command.equals(END); command = commands.take()) {
            List<KnownOrder> orders = json.readValue(command, new TypeReference<List<KnownOrder>>() {});
            say(Word.LOOKED_UP, json.writeValueAsString(lookUps.of(orders)));
        }
    }

    private void say(Word word, String rest) {
        replies.println(new Reply(0, word, rest).line());
    }
}
