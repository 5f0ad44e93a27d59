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
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.LogManager;

/**
 * One of the processes that write orders. It takes a worker id from the ledger, writes its share, and then does what it is told.
 *
 * <p>Told by its parent on standard input: a {@link WriterTask}, as a line of JSON, then any number of {@link Command} lines; the end of input ends it, at any time, so that it never outlives its parent. Answers are {@link Reply} lines on standard
 * output. Exit code 0, or 1 after a {@link Word#FAILED} line.
 */
final class OrderWriter {

    private static final String END = new Command(Command.Word.END, "").line();
    private static final int FAILED = 1;

    private final JsonMapper json = new JsonMapper();
    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final PrintStream replies;
    private volatile boolean mayEnd; // is not in the midst of writing

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

    /**
     * Warnings and errors only, and neither the one about a dialect that has to be set, nor the pool's about connections that the
     * demo itself has cut: who uses such a connection gets an error anyway. Before any of their classes is loaded.
     */
    private static void quietLibraries() {
        System.setProperty("org.jboss.logging.provider", "slf4j");
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        System.setProperty("org.slf4j.simpleLogger.log.org.hibernate.orm.deprecation", "error");
        System.setProperty("org.slf4j.simpleLogger.log.com.zaxxer.hikari", "error");
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
            if (!mayEnd) {
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
            OrderShop shop = new OrderShop(task, databases, ids, hibernate, myBatis);
            say(Word.READY, String.valueOf(shop.worker()));
            say(Word.WRITTEN, shop.takePeacefulOrders(this::sayProgress));
            for (Command command = next(); command.word() != Command.Word.END; command = next()) {
                obey(command, shop);
            }
        }
    }

    private Command next() throws InterruptedException {
        mayEnd = true;
        Command command = Command.parse(commands.take());
        mayEnd = command.word() == Command.Word.LOOK_UP;
        return command;
    }

    private void obey(Command command, OrderShop shop) throws IOException, SQLException {
        String rest = command.rest();
        switch (command.word()) {
            case LOSE -> say(Word.LOST, shop.takeOrdersWithout(Integer.parseInt(rest), this::sayProgress));
            case REGAIN -> say(Word.WRITTEN, shop.regain(Integer.parseInt(rest), this::sayProgress));
            case REPAIR -> say(Word.REPAIRED, shop.repairIndex(Duration.ofMillis(Long.parseLong(rest))));
            case LOOK_UP ->
                say(Word.LOOKED_UP, shop.lookUp(json.readValue(rest, new TypeReference<List<KnownOrder>>() {})));
            default -> throw new IllegalArgumentException("no writer obeys " + command.word());
        }
    }

    private void sayProgress(long orders) {
        say(Word.PROGRESS, String.valueOf(orders));
    }

    private void say(Word word, Object content) throws JsonProcessingException {
        say(word, json.writeValueAsString(content));
    }

    private void say(Word word, String rest) {
        replies.println(new Reply(0, word, rest).line());
    }
}
